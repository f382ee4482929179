/** The part of a session that local rules read, redacted and bounded. */

import type { MemoryKind, MemoryStanding, TrustLevel } from '../../contract/vocabulary.ts'
import type { Action } from './host-event.ts'
import type { MemorySource } from './memory.ts'

export interface Window {
  readonly sessionId: string
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

/** A memory that rules or a reader propose, before it is compared with stored memories. */
export interface ExtractedItem {
  readonly kind: MemoryKind
  /** One to three self-contained sentences, with the reason. */
  readonly content: string
  /** The two parts of `content`, if it has them: what was said, and what the agent says came of it. */
  readonly said?: string
  readonly account?: string
  readonly importance: number
  readonly tags: readonly string[]
  /** Other words people may search for. */
  readonly keywords: readonly string[]
  /** `global` if it is about the user in every project. */
  readonly scope: 'project' | 'global'
  /** Who stated it. Statements from tool output or the web are never injected unasked. */
  readonly trust: TrustLevel
  /** `memory` if the user's own words say that it holds, or a reader found it. */
  readonly standing: MemoryStanding
  readonly files: readonly string[]
  /** The turns and tool events that support it. */
  readonly sources: readonly MemorySource[]
  /** The id of the memory it replaces, or words that find it. */
  readonly supersedes: string | undefined
}

export const mostItems = 5
