/** How fresh a concept is, by the day of its latest statement. */

export const freshnessNames = {
  week: 'This week',
  month: 'This month',
  quarter: 'Three months',
  older: 'Older',
} as const

export type Freshness = keyof typeof freshnessNames

const dayMs = 86_400_000

/** A page without a day counts as old. */
export function freshnessOf(updated: string | undefined, now: number): Freshness {
  const days = (now - Date.parse(updated ?? '')) / dayMs
  if (days < 8) return 'week'
  if (days < 32) return 'month'
  return days < 93 ? 'quarter' : 'older'
}
