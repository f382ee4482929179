/**
 * Deletes captured history. The rules are in `core/deletion`; a store finds the rows and deletes
 * them in slices, each in the caller's transaction, with a change for every deleted session, turn,
 * digest, event and tool event. A deletion is recorded until it is complete, so that it continues
 * after an interruption.
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
  /** Only sessions marked before this time that had no event since. */
  readonly leavingBefore?: string | undefined
  /** Only sessions without a mark, */
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
  /** Memories scoped to the session. */
  readonly own: readonly string[]
  /** Nothing of the target is left. */
  readonly isDone: boolean
}

interface PlacedSource {
  readonly memoryId: string
  readonly sessionId: string | undefined
  readonly turnId: string | undefined
}

export interface HistoryDeletion {
  /** Sessions not being deleted yet, the longest silent first. */
  select(selection: HistorySelection, limit: number): Promise<SelectedSession[]>
  count(selection: HistorySelection): Promise<HistoryCounts>
  /** Ids of memories with a source in the target, or scoped to the session. */
  memoriesIn(target: DeletionTarget): Promise<string[]>
  sources(memoryIds: readonly string[]): Promise<PlacedSource[]>
  sessionOfTurn(turnId: string): Promise<string | undefined>
  /** Whether the target exists and is not being deleted. */
  isKept(target: DeletionTarget): Promise<boolean>
  /** Whether this session, or this turn of it, was deleted. */
  isDeleted(host: string, hostSessionId: string, hostTurnId?: string): Promise<boolean>

  /**
   * Marks a session or turn as being deleted, with its jobs: from then on nothing of it is
   * captured. If `forever` is false, capture resumes when the host continues it.
   */
  begin(
    target: DeletionTarget,
    options: { withMemories: boolean; forever: boolean; at: string },
  ): Promise<void>
  /** Marks sessions that retention will delete, the longest silent first. @returns their number */
  markLeaving(selection: HistorySelection, at: string, limit: number): Promise<number>
  /** Removes the mark and restarts the session's age. @returns false if it was not marked */
  keep(sessionId: string, at: string): Promise<boolean>
  /** The oldest unfinished deletion. */
  pending(): Promise<PendingDeletion | undefined>
  /** Deletes up to about `limit` events; the last slice also deletes the session or turn itself. */
  deleteSlice(target: DeletionTarget, limit: number): Promise<DeletedSlice>
  /** Those of the given memories that have no source left. */
  withoutSources(memoryIds: readonly string[]): Promise<string[]>
  /** Archived memories whose sources are all deleted. @returns ids */
  archivedWithoutHistory(): Promise<string[]>
  /**
   * Memories that are not pinned and were neither changed nor used since. Excludes a team's
   * memories: disuse by one person must not forget them for everyone.
   */
  memoriesBefore(which: OutdatedMemories, limit: number): Promise<string[]>
  countMemoriesBefore(which: OutdatedMemories): Promise<number>
  /**
   * Of the archived memories that a migration marked, those forgotten by age: on the first day the
   * daemon ran after the limit of their scope. All others were forgotten by hand.
   */
  forgottenByAge(limits: FormerAgeLimits): Promise<string[]>
  /** Removes all these marks. */
  leaveForgotten(): Promise<void>
}

/** In days; 0 means never. */
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

/** The places where a text was found, as reports name them. */
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

/** Where to continue; undefined when everything was searched. */
export interface PurgePosition {
  readonly step: number
  readonly after: readonly (string | number)[]
}

export interface PurgeStep {
  readonly found: Readonly<Partial<Record<PurgePlace, number>>>
  readonly next: PurgePosition | undefined
}

/**
 * Replaces a text everywhere in the store, even in compressed and content-addressed payloads,
 * former versions and archived memories.
 */
export interface TextPurge {
  /** Searches some rows without changing them. Starts from the beginning if there is no position. */
  find(text: string, from: PurgePosition | undefined): Promise<PurgeStep>
  /** Searches like `find`, and replaces the text by `marker`. */
  replace(text: string, marker: string, from: PurgePosition | undefined): Promise<PurgeStep>
}

export interface DatabaseCopy {
  readonly file: string
  readonly at: string
  readonly bytes: number
}

/** The home folder's files besides the database. They may still contain deleted text. */
export interface DataFiles {
  /** Copies made before upgrades, or moved aside as damaged; oldest first. */
  copies(): Promise<DatabaseCopy[]>
  /** Idempotent. */
  deleteCopies(files: readonly string[]): Promise<void>
  /** Counts a text in logs and in waiting or rejected events. */
  countText(text: string): Promise<number>
  /** Overwrites the text there in place, so that concurrent appends are not lost. */
  overwriteText(text: string): Promise<number>
  /** Counts a text in wiki pages. */
  countInPages(text: string): Promise<number>
  overwriteInPages(text: string): Promise<number>
  /** Lists files in the home that contain these bytes, except the database and its copies. */
  filesWith(text: string): Promise<string[]>
}
