/** What a judge found worth keeping, before it is compared with what is known. */
import type { MemoryKind, TrustLevel } from '../../contract/memory.ts'
import type { MemorySource } from './memory.ts'

export interface ExtractedItem {
  readonly kind: MemoryKind
  /** One to three sentences that stand on their own, with the why. */
  readonly content: string
  readonly importance: number
  readonly tags: readonly string[]
  /** Other words by which somebody may look for it. */
  readonly keywords: readonly string[]
  /** `global` when it is about the person wherever they work. */
  readonly scope: 'project' | 'global'
  /** Who said it: what rests on tool output or the web is never injected unasked. */
  readonly trust: TrustLevel
  readonly files: readonly string[]
  /** The turns and tool events it rests on. */
  readonly sources: readonly MemorySource[]
  /** Words that find the memory it replaces. */
  readonly supersedes: string | undefined
}

export const mostItems = 5
