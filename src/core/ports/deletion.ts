/**
 * Deletes captured history. The rules are in `core/deletion`; a store finds the rows and deletes them a
 * slice at a time, each slice in the caller's transaction, with a change for every deleted session,
 * turn, digest, event and tool event. A deletion is recorded until it is done, so that an interrupted
 * one continues.
 */

import type { OutputOf } from '../../contract/operations/index.ts'
import type { MemoryKind, MemoryScope, MemoryStanding } from '../../contract/vocabulary.ts'

/** All given conditions must match. The id of a turn or a session is enough. */
export interface HistorySelection {
  readonly sessionId?: string | undefined
  readonly turnId?: string | undefined
  readonly projectId?: string | undefined
  readonly before?: string | undefined
  readonly ended?: true | undefined
  /** Only sessions that were marked before this time, and had no event since. */
  readonly leavingBefore?: string | undefined
  /** Only sessions that are not marked, */
  readonly unmarkedAt?: string | undefined
  /** and that nobody restored since this time. */
  readonly notKeptSince?: string | undefined
}

export type HistoryCounts = Omit<OutputOf<'getStatus'>['totals'], 'projects'>

export interface SelectedSession {
  readonly id: string
  readonly host: string
  readonly hostSessionId: string
  readonly startedAt: string
  readonly isActive: boolean
  readonly transcriptPath: string | undefined
}

export interface DeletionTarget {
  readonly sessionId: string
  /** Undefined for the whole session. */
  readonly turnId: string | undefined
}

export interface PendingDeletion extends DeletionTarget {
  readonly withMemories: boolean
}

export interface DeletedSlice extends HistoryCounts {
  readonly digests: number
  readonly payloads: number
  readonly touched: readonly string[]
  /** Memories of the session's own scope. */
  readonly own: readonly string[]
  /** Nothing is left of the target. */
  readonly isDone: boolean
}

interface PlacedSource {
  readonly memoryId: string
  readonly sessionId: string | undefined
  readonly turnId: string | undefined
}

export interface HistoryDeletion {
  /** Sessions that are not being deleted yet, the longest silent first. */
  select(selection: HistorySelection, limit: number): Promise<SelectedSession[]>
  count(selection: HistorySelection): Promise<HistoryCounts>
  /** Ids of memories with a source in the target, or in the session's own scope. */
  memoriesIn(target: DeletionTarget): Promise<string[]>
  sources(memoryIds: readonly string[]): Promise<PlacedSource[]>
  /** The session a turn is in. */
  sessionOfTurn(turnId: string): Promise<string | undefined>
  /** Whether it exists and is not being deleted. */
  isKept(target: DeletionTarget): Promise<boolean>
  /** Whether this session, or this turn of it, was deleted. */
  isDeleted(host: string, hostSessionId: string, hostTurnId?: string): Promise<boolean>

  /**
   * Marks a session or turn as being deleted, together with its jobs: from then on nothing of it is
   * captured. If `forever` is false, it may be captured again when its host continues it.
   */
  begin(
    target: DeletionTarget,
    options: { withMemories: boolean; forever: boolean; at: string },
  ): Promise<void>
  /** Marks sessions that retention will delete, the longest silent first. @returns how many */
  markLeaving(selection: HistorySelection, at: string, limit: number): Promise<number>
  /** Removes the mark; its age counts from now. @returns false if it was not marked */
  keep(sessionId: string, at: string): Promise<boolean>
  /** The oldest deletion that was begun and is not done. */
  pending(): Promise<PendingDeletion | undefined>
  /** Deletes at most about `limit` events; the session or turn itself goes with the last ones. */
  deleteSlice(target: DeletionTarget, limit: number): Promise<DeletedSlice>
  /** The given memories that have no source left. */
  withoutSources(memoryIds: readonly string[]): Promise<string[]>
  /** Forgotten memories, kept for undo, whose sources are all deleted. @returns ids */
  archivedWithoutHistory(): Promise<string[]>
  /**
   * Memories that are not pinned and were neither changed nor used since. Not those of a team: one
   * person's disuse must not forget them for everyone.
   */
  memoriesBefore(which: OutdatedMemories, limit: number): Promise<string[]>
  countMemoriesBefore(which: OutdatedMemories): Promise<number>
  /**
   * Of the forgotten memories that a migration marked, those that went by age: on the first day that
   * the daemon ran after the limit of their scope. What went sooner or later went by hand.
   */
  forgottenByAge(limits: FormerAgeLimits): Promise<string[]>
  /** Takes all marks away. */
  leaveForgotten(): Promise<void>
}

/** In days; 0 is never. */
export interface FormerAgeLimits {
  readonly project: number
  readonly global: number
  readonly agent: number
}

export interface OutdatedMemories {
  readonly before: string
  readonly scope?: MemoryScope
  readonly standing?: MemoryStanding
  readonly exceptKinds: readonly MemoryKind[]
}

/** Places in which a text was found, as a report names them. */
export const purgePlaces = [
  'prompts and answers',
  'tool inputs and outputs',
  'other events',
  'digests',
  'memories',
  'former versions of memories',
  'forgotten memories',
  'proposals',
  'other rows',
] as const
export type PurgePlace = (typeof purgePlaces)[number]

/** Where to continue; undefined once everything was searched. */
export interface PurgePosition {
  readonly step: number
  readonly after: readonly (string | number)[]
}

export interface PurgeStep {
  readonly found: Readonly<Partial<Record<PurgePlace, number>>>
  readonly next: PurgePosition | undefined
}

/**
 * Replaces a text wherever the store has it, even in
 * compressed and content-addressed payloads, former versions and forgotten memories.
 */
export interface TextPurge {
  /** Searches some rows and changes none. Starts at the beginning without a position. */
  find(text: string, from: PurgePosition | undefined): Promise<PurgeStep>
  /** The same, and replaces the text by `marker`. */
  replace(text: string, marker: string, from: PurgePosition | undefined): Promise<PurgeStep>
}

export interface DatabaseCopy {
  readonly file: string
  readonly at: string
  readonly bytes: number
}

/** The files of the home folder besides the database, which may still have deleted text. */
export interface DataFiles {
  /** Made before upgrades, or moved aside as damaged; the oldest first. */
  copies(): Promise<DatabaseCopy[]>
  /** Idempotent. */
  deleteCopies(files: readonly string[]): Promise<void>
  /** Counts a text in logs and in waiting or rejected events. */
  countText(text: string): Promise<number>
  /** Overwrites it there byte by byte, so that concurrent appends are not lost. */
  overwriteText(text: string): Promise<number>
  /** The same in the pages of wikis. */
  countInPages(text: string): Promise<number>
  overwriteInPages(text: string): Promise<number>
  /** Every file in the home that contains these bytes, except the database and its copies. */
  filesWith(text: string): Promise<string[]>
}
