/** Sums over days. */
import type { OutputOf } from '../../api/call.ts'

type Day = OutputOf<'getGrowth'>['days'][number]

export function sumOf(days: readonly Day[], figure: Exclude<keyof Day, 'day'>): number {
  return days.reduce((sum, day) => sum + (day[figure] ?? 0), 0)
}

export function share(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((100 * part) / whole)}%`
}
