/** Review decisions, and the facts the review queue is computed from. */
import type { ReviewDecisionName, ReviewKind } from '../../contract/vocabulary.ts'
import type { Memory, MemorySource } from '../model/memory.ts'
import type { RecordedAction } from './consolidation-store.ts'
import type { FileChange } from './file-changes.ts'

export interface ReviewStore extends ReviewReader {
  /** Replaces what was known of these memories. */
  noteChecks(checks: readonly FileCheck[], at: string): Promise<void>
  /** Replaces the result of the last comparison in this project, or in all. */
  storeNearPairs(projectId: string | undefined, compared: ComparedMemories): Promise<void>
}

export interface ReviewReader {
  findDecision(key: string): Promise<ReviewDecision | undefined>
  lastDecision(): Promise<ReviewDecision | undefined>
  /** Of everything that was decided. */
  decidedKeys(): Promise<ReadonlySet<string>>
  /** Of those that can be taken apart, not before this time, the newest first. */
  mergesSince(time: string): Promise<ReviewMerge[]>
  /** Valid memories, last changed first: all, or those of a project and its sessions. */
  newest(projectId: string | undefined, limit: number): Promise<MemoryFacts[]>
  nearPairs(projectId: string | undefined): Promise<ComparedMemories | undefined>
  /** By memory; only those whose present version was checked and has any. */
  changedFiles(): Promise<ReadonlyMap<string, readonly FileChange[]>>
  /**
   * Valid memories of projects that name files and the commit these were at: those never checked
   * first, then those checked longest ago.
   */
  anchored(limit: number): Promise<Memory[]>
}

export interface ReviewTransaction extends ReviewStore {
  /** @throws when its key was decided already */
  insertDecision(decision: ReviewDecision): Promise<void>
  removeDecision(key: string): Promise<void>
  /** Somebody said that the memory holds all the same: it is no longer stale. */
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
  | 'pinned'
  | 'validFrom'
  | 'useCount'
  | 'files'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
>

export interface ComparedMemories {
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
  /** The memory that was forgotten. */
  readonly dropped: string | undefined
  /** How to take a merge apart; gone with either memory. */
  readonly merged: MergeRecord | undefined
  readonly at: string
}

export interface MergeRecord {
  readonly action: RecordedAction
  /** Those that the memory that stands did not have before. */
  readonly sources: readonly MemorySource[]
}

export interface ReviewMerge {
  /** Of the item that was decided. */
  readonly key: string
  readonly action: RecordedAction
}

export interface FileCheck {
  readonly memory: Pick<Memory, 'id' | 'version'>
  readonly changes: readonly FileChange[]
  /** So many of its files changed that it sinks in recall and context. */
  readonly stale: boolean
}
