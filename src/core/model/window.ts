/** What a judge reads: a stretch of one session, redacted and bounded. */
import type { Action } from './action.ts'

/** A single turn just ended, or several looked at together. */
export type WindowDepth = 'turn' | 'deep'

export interface Window {
  readonly sessionId: string
  readonly depth: WindowDepth
  /** Oldest first, at least one. */
  readonly exchanges: readonly Exchange[]
}

/** What a person said, what the agent answered, and what it did in between. */
export interface Exchange {
  /** The captured turn; undefined when only the transcript has it. */
  readonly turnId: string | undefined
  readonly user: string
  readonly assistant: string
  readonly actions: readonly Action[]
}
