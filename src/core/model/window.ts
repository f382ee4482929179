/** The part of a session that a judge reads, redacted and bounded. */
import type { Action } from './action.ts'

/** One turn that just ended, or several together. */
export type WindowDepth = 'turn' | 'deep'

export interface Window {
  readonly sessionId: string
  readonly depth: WindowDepth
  /** Oldest first, at least one. */
  readonly exchanges: readonly Exchange[]
}

/** What a person said, what the agent did, and what it answered. */
export interface Exchange {
  /** The captured turn; undefined when only the transcript has it. */
  readonly turnId: string | undefined
  readonly user: string
  readonly assistant: string
  readonly actions: readonly Action[]
}
