/** Review decisions, and the facts the review queue is computed from. */
import type { ReviewDecisionName, ReviewKind } from '../../contract/vocabulary.ts'
import type { Memory, MemorySource } from '../model/memory.ts'
import type { RecordedAction } from './consolidation-store.ts'
import type { FileChange } from './repository.ts'

export interface ReviewStore extends ReviewReader {
  /** Replaces earlier checks of these memories. */
  noteChecks(checks: readonly FileCheck[], at: string): Promise<void>
  /** Replaces the result of the last comparison in this project, or in all. */
  storeNearPairs(projectId: string | undefined, compared: ComparedMemories): Promise<void>
}

export interface ReviewReader {
  findDecision(key: string): Promise<ReviewDecision | undefined>
  lastDecision(): Promise<ReviewDecision | undefined>
  decidedKeys(): Promise<ReadonlySet<string>>
  /** Decisions with a reason why this memory and another one both hold, oldest first. */
  reasonsAbout(memoryId: string): Promise<ReviewDecision[]>
  /** Merges and accepted proposals since this time that can be undone, newest first. */
  mergesSince(time: string): Promise<ReviewMerge[]>
  /** Valid memories without candidates, last changed first: all, or those of a project and its sessions. */
  newest(projectId: string | undefined, limit: number): Promise<MemoryFacts[]>
  /** The same for candidates, last heard first. */
  candidates(projectId: string | undefined, limit: number): Promise<MemoryFacts[]>
  nearPairs(projectId: string | undefined): Promise<ComparedMemories | undefined>
  /** By memory id; only checks of the present version that found changes. */
  changedFiles(): Promise<ReadonlyMap<string, readonly FileChange[]>>
  /** Valid project memories with files and a commit: unchecked first, then by oldest check. */
  anchored(limit: number): Promise<Memory[]>
}

export interface ReviewTransaction extends ReviewStore {
  /** @throws if its key was already decided */
  insertDecision(decision: ReviewDecision): Promise<void>
  removeDecision(key: string): Promise<void>
  /** The user confirmed the memory, so it is no longer stale. */
  acceptFiles(memoryId: string): Promise<void>
}

/** What the queue needs to know of a memory; reading the texts of all takes ten times as long. */
export type MemoryFacts = Pick<
  Memory,
  | 'id'
  | 'scope'
  | 'scopeId'
  | 'kind'
  | 'importance'
  | 'source'
  | 'trust'
  | 'author'
  | 'pinned'
  | 'validFrom'
  | 'useCount'
  | 'lastUsedAt'
  | 'files'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
>

interface ComparedMemories {
  /** Changes with any of the memories compared. */
  readonly basis: string
  readonly pairs: readonly NearPair[]
}

/** Two memories by id, the one worth more first. */
export interface NearPair {
  readonly one: string
  readonly other: string
  readonly likeness: Likeness
}

/** Same: in other words; words: most of them; values: all but names and numbers. */
export type Likeness = 'same' | 'words' | 'values' | 'opposite'

export interface ReviewDecision {
  /** Grows with time. */
  readonly id: string
  readonly key: string
  readonly kind: ReviewKind
  readonly decision: ReviewDecisionName
  readonly memoryIds: readonly string[]
  /** The forgotten memory. */
  readonly dropped: string | undefined
  /** How to undo a merge or an accepted proposal; deleted with any of the memories. */
  readonly applied: AppliedChange | undefined
  /** The last use before keeping renewed the memory; empty for never. */
  readonly renewedFrom?: string | undefined
  /** Why two memories that contradict each other both hold; deleted with either of them. */
  readonly because?: string | undefined
  readonly at: string
}

export interface AppliedChange {
  readonly action: RecordedAction
  /** The sources that the surviving memory gained. */
  readonly sources: readonly MemorySource[]
}

interface ReviewMerge {
  readonly key: string
  readonly action: RecordedAction
}

export interface FileCheck {
  readonly memory: Pick<Memory, 'id' | 'version'>
  readonly changes: readonly FileChange[]
  /** So many of its files changed that recall and context rank it lower. */
  readonly stale: boolean
}
