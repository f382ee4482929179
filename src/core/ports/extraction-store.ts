/** How far extraction has read each session, and what it found. */
import type { WindowDepth } from '../model/window.ts'

export interface ExtractionReader {
  /** Zeros for an unknown session. */
  state(sessionId: string): Promise<ExtractionState>
  isJudged(sessionId: string, windowHash: string): Promise<boolean>
  /** Judged windows and found items, of one session or of all. */
  totals(sessionId?: string): Promise<ExtractionTotals>
}

/** Written in one transaction with the memories, so a crash neither loses nor repeats an item. */
export interface ExtractionTransaction extends ExtractionReader {
  /** @returns false if the session already had it, even if it was forgotten since */
  addItem(sessionId: string, contentHash: string): Promise<boolean>
  /** Replaces an earlier judgement of the same window. */
  markJudged(judged: JudgedWindow): Promise<void>
  /** The words of candidates that a person dropped, as hashes. */
  dropped(): Promise<HashedStatement[]>
  addDropped(memoryId: string, words: HashedStatement): Promise<void>
  removeDropped(memoryId: string): Promise<void>
  /** Never moves back. */
  advance(sessionId: string, state: Partial<ExtractionState>, at: string): Promise<void>
}

/** A statement whose words cannot be read, but compared. */
interface HashedStatement {
  readonly words: readonly string[]
  readonly anchors: readonly string[]
  readonly limits: number
}

/** The last turns read one by one, and together. */
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
