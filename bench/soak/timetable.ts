/** What happens in which hour besides the sessions, and what the clock says. */
const hourMs = 60 * 60_000

/** Summer time ends at 01:00 UTC of the next day, when the sixteenth hour begins. */
const startsAt = Date.parse('2026-10-24T10:00:00Z')
export const timeZone = 'Europe/Berlin'

/** By how many hours the clock is wrong in an hour of the day. */
const clockErrors: Readonly<Record<number, number>> = { 5: 0.01, 9: 5, 10: 5, 13: -24 }
/**
 * In this hour it is set back by another hour while events are waiting. They wait in the order of
 * the clock, so only their number is checked.
 */
export const hourSetBack = 17

export const clockIn = (hour: number) =>
  new Date(startsAt + (hour + (clockErrors[hour] ?? 0)) * hourMs)
export const hourBefore = (time: Date) => new Date(time.getTime() - hourMs)

type Incident = 'stop' | 'kill' | 'import' | 'wiki'

/** One daemon lives from the seventh hour to the last, to see what grows in it. */
export const incidents: Readonly<Record<number, Incident>> = {
  ...{ 1: 'import', 2: 'stop', 3: 'kill', 4: 'wiki', 5: 'kill', 6: 'import', 7: 'stop' },
  ...{ 8: 'import', 9: 'wiki', 12: 'wiki', 16: 'wiki', 20: 'wiki', 23: 'kill' },
}
