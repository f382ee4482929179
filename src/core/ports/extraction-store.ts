/** How far sessions have been looked through for memories, and what was found in them. */
import type { WindowDepth } from '../model/window.ts'

export interface ExtractionReader {
  /** Nothing looked through yet, of a session never heard of. */
  state(sessionId: string): Promise<ExtractionState>
  isJudged(sessionId: string, windowHash: string): Promise<boolean>
  /** How many windows were judged and items found, of one session or of all. */
  totals(sessionId?: string): Promise<ExtractionTotals>
}

/**
 * Written together with the memories that were found: a crash neither loses an item nor leaves one
 * that would be stored again.
 */
export interface ExtractionTransaction extends ExtractionReader {
  /** @returns false when this was found in the session before, even if it was forgotten since */
  addItem(sessionId: string, contentHash: string): Promise<boolean>
  /** Replaces an earlier judgement of the same window. */
  markJudged(judged: JudgedWindow): Promise<void>
  /** Never back. */
  advance(sessionId: string, state: Partial<ExtractionState>, at: string): Promise<void>
}

/** Numbers of turns: all up to these have been looked at, one by one and together. */
export interface ExtractionState {
  readonly turnsThrough: number
  readonly deepThrough: number
}

export interface ExtractionTotals {
  readonly windows: number
  readonly items: number
}

export interface JudgedWindow {
  readonly sessionId: string
  readonly windowHash: string
  readonly depth: WindowDepth
  readonly judge: string
  readonly model: string | undefined
  readonly items: number
  readonly at: string
}
