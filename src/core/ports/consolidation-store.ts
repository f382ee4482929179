/**
 * What consolidation did, and what it has to know besides the memories. Its rules live in
 * `core/consolidation`.
 */
import type { MemoryKind } from '../../contract/memory.ts'
import type { MemoryLink, ScopeAddress } from '../model/memory.ts'

export interface ConsolidationReader {
  find(id: string): Promise<Consolidation | undefined>
  /** The newest first. */
  list(filter: ConsolidationFilter, limit: number): Promise<Consolidation[]>
  /** Every address that has valid memories, in one order. */
  places(): Promise<Place[]>
  /** What valid memories say: of those whose ids come after this one the first, in order. */
  sayings(after: string, limit: number): Promise<Saying[]>
  /** Links `contradicts` between valid memories of one address, in one order. */
  contradictions(): Promise<MemoryLink[]>
  /** Ids of the memories that somebody decided in review to keep as they are. */
  keptInReview(): Promise<string[]>
  /** When the newest session began that a memory was learned in; undefined when none is known. */
  learnedInSessionFrom(memoryId: string): Promise<string | undefined>
}

export interface ConsolidationTransaction extends ConsolidationReader {
  insert(consolidation: Consolidation): Promise<void>
  markUndone(id: string, at: string): Promise<void>
}

export interface ConsolidationFilter {
  /** Those of this project, and those of all projects. */
  readonly projectId?: string | undefined
  readonly isUndone?: boolean | undefined
  /** Not before this time. */
  readonly since?: string | undefined
}

export interface Place extends ScopeAddress {
  /** The project it belongs to: itself, or that of the session. */
  readonly projectId: string | undefined
}

export interface Saying extends Place {
  readonly id: string
  readonly kind: MemoryKind
  readonly content: string
}

export interface Consolidation {
  readonly id: string
  /** Undefined when it went over every project. */
  readonly projectId: string | undefined
  readonly at: string
  /** In the order they were done. */
  readonly actions: readonly RecordedAction[]
  readonly undoneAt: string | undefined
}

export interface RecordedAction {
  readonly kind: 'merge' | 'raise' | 'close'
  /** The memory that stands, its version before (undefined when it was made) and after. */
  readonly memory: { readonly id: string; readonly before?: number; readonly after: number }
  /** Those it superseded, and their versions since. */
  readonly closed: readonly { readonly id: string; readonly version: number }[]
}
