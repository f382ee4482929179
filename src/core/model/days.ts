/** Days: the user's own, given their UTC offset, and whole days between two times. */

/** The start and end of a day, ISO 8601 UTC. */
export interface DayBounds {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000

/** The user's day around `time`, midnight to midnight. The offset counts minutes east of UTC. */
export function dayBounds(time: Date, utcOffsetMinutes: number): DayBounds {
  const offsetMs = utcOffsetMinutes * 60_000
  const local = time.getTime() + offsetMs
  const from = local - (((local % dayMs) + dayMs) % dayMs) - offsetMs
  return { from: new Date(from).toISOString(), to: new Date(from + dayMs).toISOString() }
}

export function dateOf(time: Date, utcOffsetMinutes: number): string {
  return new Date(time.getTime() + utcOffsetMinutes * 60_000).toISOString().slice(0, 10)
}

/** UTC days between two times. Changes only at midnight, so context stays the same all day. */
export function wholeDays(at: string, now: Date): number {
  return Math.max(0, Math.floor(now.getTime() / dayMs) - Math.floor(Date.parse(at) / dayMs))
}
