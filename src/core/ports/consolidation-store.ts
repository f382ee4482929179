/** Consolidations on record, and what their rules in `core/consolidation` read. */
import type { MemoryKind } from '../../contract/memory.ts'
import type { MemoryLink, ScopeAddress } from '../model/memory.ts'

export interface ConsolidationReader {
  find(id: string): Promise<Consolidation | undefined>
  /** Newest first. */
  list(filter: ConsolidationFilter, limit: number): Promise<Consolidation[]>
  /** All addresses with valid memories, in a stable order. */
  places(): Promise<Place[]>
  /** The contents of valid memories after this id, in order. */
  sayings(after: string, limit: number): Promise<Saying[]>
  /** Links `contradicts` between valid memories, no candidates, of one address, in a stable order. */
  contradictions(): Promise<MemoryLink[]>
  /** Memories that a review decided to keep. */
  keptInReview(): Promise<string[]>
  /** The start of the newest session in which a memory was learned. */
  learnedInSessionFrom(memoryId: string): Promise<string | undefined>
}

export interface ConsolidationTransaction extends ConsolidationReader {
  insert(consolidation: Consolidation): Promise<void>
  markUndone(id: string, at: string): Promise<void>
}

interface ConsolidationFilter {
  /** This project's, and those of all projects. */
  readonly projectId?: string | undefined
  readonly isUndone?: boolean | undefined
  /** Not before this time. */
  readonly since?: string | undefined
}

export interface Place extends ScopeAddress {
  /** The project itself, or that of the session. */
  readonly projectId: string | undefined
}

export interface Saying extends Place {
  readonly id: string
  readonly kind: MemoryKind
  readonly content: string
}

export interface Consolidation {
  readonly id: string
  /** Undefined if it covered all projects. */
  readonly projectId: string | undefined
  readonly at: string
  /** In order. */
  readonly actions: readonly RecordedAction[]
  readonly undoneAt: string | undefined
}

export interface RecordedAction {
  readonly kind: 'merge' | 'raise' | 'close'
  /** The surviving memory and its versions; `before` is undefined if it was created. */
  readonly memory: { readonly id: string; readonly before?: number; readonly after: number }
  /** The superseded memories, with their versions since. */
  readonly closed: readonly { readonly id: string; readonly version: number }[]
}
