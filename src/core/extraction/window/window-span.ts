/** How much a window takes in. */
import type { WindowDepth } from '../../model/window.ts'

export interface WindowSpan {
  readonly depth: WindowDepth
  /** Most exchanges, the last ones. */
  readonly exchanges: number
  /** Most characters in all: what was said, and with what is left what was done. */
  readonly characters: number
  /**
   * Given, turns that only the transcript has are taken in before the captured ones, and a session
   * with fewer turns than this yields no window.
   */
  readonly fewestTurns?: number
}

export const turnSpan: WindowSpan = { depth: 'turn', exchanges: 1, characters: 8_000 }

export const deepSpan = (exchanges: number): WindowSpan => ({
  depth: 'deep',
  exchanges,
  characters: 8_000,
})

/** What a compaction is about to shorten is looked at for the last time. */
export const compactionSpan: WindowSpan = { depth: 'deep', exchanges: 30, characters: 15_000 }
