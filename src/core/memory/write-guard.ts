/** Limits who may write what: asked before each write, with what it would change. */
import type { Memory } from '../model/memory.ts'
import type { MemoryChange } from '../ports/memory-store.ts'
import type { KnownMemory } from './find-known.ts'
import type { MemoryDraft } from './new-memory.ts'

/** Each may throw; then nothing is written. */
export interface WriteGuard {
  beforeStore(plan: StorePlan): void
  beforeUpdate(memory: Memory, change: MemoryChange): void
  beforeForget(memory: Memory): void
}

export interface StorePlan {
  readonly draft: MemoryDraft
  /** The memory that already says it, and how it would change. */
  readonly known: KnownMemory | undefined
  /** The memory that it would replace. */
  readonly replaced: Memory | undefined
}
