/** How much a window takes in. */
import type { WindowDepth } from '../../model/window.ts'
import type { WindowLimit } from './fit-exchanges.ts'

export interface WindowSpan extends WindowLimit {
  readonly depth: WindowDepth
  /** Most exchanges, the last ones. */
  readonly exchanges: number
  /**
   * Given, turns that only the transcript has are taken in before the captured ones, and a session
   * with fewer turns than this yields no window.
   */
  readonly fewestTurns?: number
  /** Without answers and actions. */
  readonly ownWordsOnly?: true
}

export const turnSpan: WindowSpan = { depth: 'turn', exchanges: 1, characters: 8_000 }

export const deepSpan = (exchanges: number): WindowSpan => ({
  depth: 'deep',
  exchanges,
  characters: 12_000,
  tokens: 6_000,
})

/** What a compaction is about to shorten is looked at for the last time. */
export const compactionSpan: WindowSpan = {
  depth: 'deep',
  exchanges: 30,
  characters: 15_000,
  tokens: 7_500,
}

/** Turns that wait for a model, in one call. */
export const batchSpan: WindowSpan = {
  depth: 'deep',
  exchanges: 30,
  characters: 24_000,
  tokens: 12_000,
  fewestTurns: 1,
}

/** A whole session, in one call. */
export const sessionSpan: WindowSpan = {
  depth: 'deep',
  exchanges: 300,
  characters: 20_000,
  tokens: 10_000,
  fewestTurns: 1,
  ownWordsOnly: true,
}
