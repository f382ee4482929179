/** How memories fade: each kind loses half of its weight in its own time, and use renews it. */
import { defaultHalfLives, type MemoryKind } from '../../contract/vocabulary.ts'
import { wholeDays } from './days.ts'
import type { Memory } from './memory.ts'

export { defaultHalfLives }

/** In days; 0 for kinds that do not fade. */
export type HalfLives = Readonly<Record<MemoryKind, number>>

type Fading = Pick<Memory, 'kind' | 'updatedAt' | 'lastUsedAt'>

/** When it was last used or changed. */
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
