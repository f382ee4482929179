/** Times as people write and read them: an ISO date, or an ISO time with or without a zone. */

const isoDate = /^\d{4}-\d{2}-\d{2}$/
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i

/** A date means the end of that day, UTC. @returns undefined if it is neither */
export function parseTime(text: string): string | undefined {
  const whole = isoDate.test(text) ? `${text}T23:59:59.999Z` : text
  if (!isoTime.test(whole) || !isDay(whole.slice(0, 10))) return undefined
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(whole)
  const time = new Date(hasZone ? whole : `${whole}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** Rejects 30 February, which `Date` would turn into a day in March. */
function isDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}

/** A bare date means the start of that day. */
export function fromStartOfDay(text: string): string {
  return isoDate.test(text) ? `${text}T00:00:00Z` : text
}

const spans = { h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const
const span = /^(\d{1,4})([hdw])$/i

/** `24h`, `7d`, `2w` before now, or a date or time. @returns undefined if it is none */
export function parseSince(text: string, now: Date): string | undefined {
  const [, amount, unit = ''] = span.exec(text) ?? []
  if (amount === undefined) return parseTime(fromStartOfDay(text))
  const ms = Number(amount) * spans[unit.toLowerCase() as keyof typeof spans]
  return new Date(now.getTime() - ms).toISOString()
}

export function ago(time: string | undefined, now: Date): string {
  if (time === undefined) return 'never'
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(time)) / 1000))
  if (seconds < 60) return 'just now'
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ago`
  return `${Math.floor(seconds / 86_400)} d ago`
}
