/** A memory that a judge proposes, before it is compared with stored memories. */
import type { MemoryKind, MemoryStanding, TrustLevel } from '../../contract/memory.ts'
import type { MemorySource } from './memory.ts'

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
  /** `memory` if the user's own words say that it holds, or a model judge found it. */
  readonly standing: MemoryStanding
  readonly files: readonly string[]
  /** The turns and tool events that support it. */
  readonly sources: readonly MemorySource[]
  /** Words that find the memory it replaces. */
  readonly supersedes: string | undefined
}

export const mostItems = 5
