/** The user's day, by how far their clock is from that of Greenwich. */
import type { DayBounds } from '../ports/ledger.ts'

const dayMs = 86_400_000

/** From midnight to midnight around `time`; minutes east of Greenwich. */
export function dayBounds(time: Date, utcOffsetMinutes: number): DayBounds {
  const offsetMs = utcOffsetMinutes * 60_000
  const local = time.getTime() + offsetMs
  const from = local - (((local % dayMs) + dayMs) % dayMs) - offsetMs
  return { from: new Date(from).toISOString(), to: new Date(from + dayMs).toISOString() }
}

export function dateOf(time: Date, utcOffsetMinutes: number): string {
  return new Date(time.getTime() + utcOffsetMinutes * 60_000).toISOString().slice(0, 10)
}
