/** Days of the user, whole days between two times, and how memories fade with the days. */
import type { MemoryKind } from '../../contract/vocabulary.ts'
import type { Memory } from './memory.ts'

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

export function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString()
}

/** In how many days a kind loses half of its weight, unless a memory is used; 0 if it does not fade. */
export type HalfLives = Readonly<Record<MemoryKind, number>>

type Fading = Pick<Memory, 'kind' | 'updatedAt' | 'lastUsedAt'>

export function renewedAt({ updatedAt, lastUsedAt }: Fading): string {
  return lastUsedAt !== undefined && lastUsedAt > updatedAt ? lastUsedAt : updatedAt
}

/** How many half-lives ago it was renewed; 0 for kinds that do not fade. */
export function halfLivesPassed(memory: Fading, now: Date, halfLives: HalfLives): number {
  const days = halfLives[memory.kind]
  return days > 0 ? wholeDays(renewedAt(memory), now) / days : 0
}

/** 1 when it was just renewed, 0.5 after a half-life. */
export function freshness(memory: Fading, now: Date, halfLives: HalfLives): number {
  return 0.5 ** halfLivesPassed(memory, now, halfLives)
}
