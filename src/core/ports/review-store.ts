/** Review decisions, and the facts from which the review queue is computed. */

import type { MemoryKind, ReviewDecisionName, ReviewKind } from '../../contract/vocabulary.ts'
import type { ChosenCheck, HeldCheck } from '../model/check.ts'
import type { Memory, MemoryLink, MemorySource, ScopeAddress } from '../model/memory.ts'
import type { Proposal } from '../model/proposal.ts'

export interface ReviewStore {
  findDecision(key: string): Promise<ReviewDecision | undefined>
  lastDecision(): Promise<ReviewDecision | undefined>
  decidedKeys(): Promise<ReadonlySet<string>>
  /** Decisions with a reason why this memory and another one are both true, oldest first. */
  reasonsAbout(memoryId: string): Promise<ReviewDecision[]>
  /** Merges and accepted proposals since this time that can be undone, newest first. */
  mergesSince(time: string): Promise<{ readonly key: string; readonly action: RecordedAction }[]>
  /** Valid memories, no candidates, last changed first: all, or a project's and its sessions'. */
  newest(projectId: string | undefined, limit: number): Promise<MemoryFacts[]>
  /** Candidates, last heard first: all, or those of a project and its sessions. */
  candidates(projectId: string | undefined, limit: number): Promise<MemoryFacts[]>
  nearPairs(projectId: string | undefined): Promise<ComparedMemories | undefined>
  /** What has held of the present version of these memories, or of all; by memory id. */
  checks(memoryIds?: readonly string[]): Promise<ReadonlyMap<string, readonly HeldCheck[]>>
  /** What a person added or dropped. */
  chosenChecks(memoryIds: readonly string[]): Promise<ReadonlyMap<string, readonly ChosenCheck[]>>
  /** Valid project memories: unchecked first, then by oldest check. */
  toCheck(limit: number): Promise<Memory[]>

  /** Replaces earlier checks of these memories. */
  noteChecks(checked: readonly CheckedMemory[], at: string): Promise<void>
  /** Replaces an earlier choice about this check. */
  chooseCheck(memoryId: string, chosen: ChosenCheck): Promise<void>
  /** Replaces the result of the last comparison in this project, or in all. */
  storeNearPairs(projectId: string | undefined, compared: ComparedMemories): Promise<void>

  /** @throws if its key was already decided */
  insertDecision(decision: ReviewDecision): Promise<void>
  removeDecision(key: string): Promise<void>
}

/** What the queue needs about a memory; reading all texts takes ten times as long. */
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
  /** Changes with any of the compared memories. */
  readonly basis: string
  readonly pairs: readonly NearPair[]
}

/** Two memories by id, the more valuable first. */
export interface NearPair {
  readonly one: string
  readonly other: string
  readonly likeness: Likeness
}

/**
 * Same: in other words; words: most of them; values: all but names and numbers; meaning: by their
 * vectors.
 */
export type Likeness = 'same' | 'words' | 'values' | 'opposite' | 'meaning'

export interface ReviewDecision {
  /** Sorts by creation. */
  readonly id: string
  readonly key: string
  readonly kind: ReviewKind
  readonly decision: ReviewDecisionName
  readonly memoryIds: readonly string[]
  readonly dropped: string | undefined
  /** How to undo a merge or an accepted proposal; deleted with any of the memories. */
  readonly applied: AppliedChange | undefined
  /** When it was last used before keeping renewed it; empty for never. */
  readonly renewedFrom?: string | undefined
  /** Why two contradicting memories are both true; deleted with either of them. */
  readonly because?: string | undefined
  readonly at: string
}

export interface AppliedChange {
  readonly action: RecordedAction
  readonly sources: readonly MemorySource[]
}

interface CheckedMemory {
  readonly memory: Pick<Memory, 'id' | 'version'>
  /** Only those that have held: others say nothing about change. */
  readonly checks: readonly HeldCheck[]
}

/** Proposals waiting for the user, and decided ones while the decision can be undone. */
export interface ProposalStore {
  /** Finds decided ones too. */
  find(key: string): Promise<Proposal | undefined>
  /** Undecided ones whose memory is valid, newest first. */
  waiting(): Promise<Proposal[]>

  /** @throws if its key is taken */
  insert(proposal: Proposal): Promise<void>
  /** @param at undefined if the decision was undone. @returns false if there is no such proposal */
  markDecided(key: string, at: string | undefined): Promise<boolean>
  /** Removes one that is out of date, or can no longer be undone. */
  remove(key: string): Promise<void>
  /** Drops decisions made before that time. @returns the number dropped */
  dropDecidedBefore(time: string): Promise<number>
}

/** Recorded consolidations, and the data for the rules in `core/consolidation`. */
export interface ConsolidationStore {
  find(id: string): Promise<Consolidation | undefined>
  /** Newest first. */
  list(filter: ConsolidationFilter, limit: number): Promise<Consolidation[]>
  /** All addresses with valid memories, in a stable order. */
  places(): Promise<Place[]>
  /** The contents of valid memories after this id, in order. */
  sayings(after: string, limit: number): Promise<Saying[]>
  /** Links `contradicts` between valid memories of one address, no candidates, in stable order. */
  contradictions(): Promise<MemoryLink[]>
  /** Memories that a reviewer decided to keep. */
  keptInReview(): Promise<string[]>
  learnedInSessionFrom(memoryId: string): Promise<string | undefined>

  insert(consolidation: Consolidation): Promise<void>
  markUndone(id: string, at: string): Promise<void>
}

interface ConsolidationFilter {
  /** This project's consolidations, and those of all projects. */
  readonly projectId?: string | undefined
  readonly isUndone?: boolean | undefined
  /** Not before this time. */
  readonly since?: string | undefined
}

export interface Place extends ScopeAddress {
  /** The project itself, or the session's. */
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
