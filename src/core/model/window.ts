/** The part of a session that a judge reads, redacted and bounded. */
import type { Action } from './action.ts'

/** One turn that just ended, or several together. */
export type WindowDepth = 'turn' | 'deep'

export interface Window {
  readonly sessionId: string
  readonly depth: WindowDepth
  /** Given, the window is a whole session: its digest, and of each exchange the user's words. */
  readonly digest?: string
  /** The exchange before the first, to understand what that one answers. */
  readonly before?: Exchange | undefined
  /** Oldest first, at least one. */
  readonly exchanges: readonly Exchange[]
}

/** What a person said, what the agent did, and what it answered. */
export interface Exchange {
  /** The captured turn; undefined when only the transcript has it. */
  readonly turnId: string | undefined
  /** The user's own words: typed, in comments on refused calls, in answers to questions. */
  readonly user: string
  /** The part of these words that the user typed beyond doubt; only these can become a memory at once. */
  readonly surelyTyped: string
  /** The part of these words that was said inside tool calls, without the agent's questions. */
  readonly asides?: readonly string[]
  /** How the plan begins that the user approved; undefined if the prompt is none. */
  readonly plan?: string | undefined
  readonly assistant: string
  readonly actions: readonly Action[]
}
