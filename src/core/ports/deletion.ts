/**
 * Deletes captured history. The rules live in `core/deletion`; a store finds what is meant and deletes
 * it a slice at a time, each slice in the transaction of the caller, with a change for every session,
 * turn, digest, event and tool event that went. What is begun is remembered until it is done, so an
 * interrupted deletion can go on.
 */

import type { MemoryKind, MemoryScope, MemoryStanding } from '../../contract/vocabulary.ts'

/** All that is given must hold. A turn or a session, by its id, needs nothing else. */
export interface HistorySelection {
  readonly sessionId?: string | undefined
  readonly turnId?: string | undefined
  readonly projectId?: string | undefined
  /** Sessions whose last event came before this time. */
  readonly before?: string | undefined
  /** Only sessions that have ended. */
  readonly ended?: true | undefined
  /** Only sessions that were marked before this time, and had no event since. */
  readonly leavingBefore?: string | undefined
  /** Only sessions that are not marked at this time, */
  readonly unmarkedAt?: string | undefined
  /** and that nobody restored since this one. */
  readonly notKeptSince?: string | undefined
}

export interface HistoryCounts {
  readonly sessions: number
  readonly turns: number
  readonly events: number
  readonly toolEvents: number
}

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
  /** Memories that lost a source. */
  readonly touched: readonly string[]
  /** Memories of the session's own scope. */
  readonly own: readonly string[]
  /** Nothing is left of the target. */
  readonly isDone: boolean
}

/** A source of a memory, with the session and turn it lies in. */
interface PlacedSource {
  readonly memoryId: string
  readonly sessionId: string | undefined
  readonly turnId: string | undefined
}

export interface HistoryDeletion {
  /** Those whose deletion was not begun yet, the longest silent first. */
  select(selection: HistorySelection, limit: number): Promise<SelectedSession[]>
  count(selection: HistorySelection): Promise<HistoryCounts>
  /** Ids of memories with a source in what is selected, or of a selected session's own scope. */
  memoriesIn(target: DeletionTarget): Promise<string[]>
  sources(memoryIds: readonly string[]): Promise<PlacedSource[]>
  /** The session a turn is in. */
  sessionOfTurn(turnId: string): Promise<string | undefined>
  /** Whether it is there and nobody has begun to delete it. */
  isKept(target: DeletionTarget): Promise<boolean>
  /** Whether this session, or this turn of it, was deleted. */
  isDeleted(host: string, hostSessionId: string, hostTurnId?: string): Promise<boolean>

  /**
   * Marks a session or turn as being deleted, together with its jobs: from here on nothing of it is
   * captured. `forever` is false for what may be captured again if its host goes on with it.
   */
  begin(
    target: DeletionTarget,
    options: { withMemories: boolean; forever: boolean; at: string },
  ): Promise<void>
  /** Marks sessions that retention will delete, the longest silent first. @returns how many */
  markLeaving(selection: HistorySelection, at: string, limit: number): Promise<number>
  /** Takes the mark back; by age, the session begins anew. @returns false if it was not marked */
  keep(sessionId: string, at: string): Promise<boolean>
  /** Begun and not done, the oldest first. */
  pending(): Promise<PendingDeletion | undefined>
  /** Deletes at most about `limit` events of it; the session or turn itself with the last ones. */
  deleteSlice(target: DeletionTarget, limit: number): Promise<DeletedSlice>
  /** Of those given, the ones without any source. */
  withoutSources(memoryIds: readonly string[]): Promise<string[]>
  /** Forgotten memories kept for undoing that, which rest on no history but what is gone. @returns ids */
  archivedWithoutHistory(): Promise<string[]>
  /**
   * Memories that are not pinned and were neither changed nor used since. Not those of a team: one
   * person's disuse must not forget them for everyone.
   */
  memoriesBefore(which: OutdatedMemories, limit: number): Promise<string[]>
  countMemoriesBefore(which: OutdatedMemories): Promise<number>
}

export interface OutdatedMemories {
  readonly before: string
  readonly scope?: MemoryScope
  readonly standing?: MemoryStanding
  readonly exceptKinds: readonly MemoryKind[]
}

/** Where it was found, in the words of a report. */
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

/** Where to go on; undefined once everything was looked through. */
export interface PurgePosition {
  readonly step: number
  readonly after: readonly (string | number)[]
}

export interface PurgeStep {
  /** How many rows had it. */
  readonly found: Readonly<Partial<Record<PurgePlace, number>>>
  readonly next: PurgePosition | undefined
}

/**
 * Replaces a text wherever the store keeps what was captured, learned or said about it: also within
 * compressed and content-addressed payloads, former versions and what waits to be restored.
 */
export interface TextPurge {
  /** Looks through some rows and changes none. Begins at the beginning without a position. */
  find(text: string, from: PurgePosition | undefined): Promise<PurgeStep>
  /** The same, and puts `marker` in the place of the text. */
  replace(text: string, marker: string, from: PurgePosition | undefined): Promise<PurgeStep>
}

export interface DatabaseCopy {
  readonly file: string
  /** When it was made. */
  readonly at: string
  readonly bytes: number
}

/** The files of the home folder besides the database, which may still have deleted text. */
export interface DataFiles {
  /** Made before upgrades, or moved aside as damaged; the oldest first. */
  copies(): Promise<DatabaseCopy[]>
  /** Idempotent. */
  deleteCopies(files: readonly string[]): Promise<void>
  /** Counts a text in logs and in events that wait or were rejected. */
  countText(text: string): Promise<number>
  /** Overwrites it there byte by byte, so that concurrent appends are not lost. */
  overwriteText(text: string): Promise<number>
  /** The same in the pages of wikis. */
  countInPages(text: string): Promise<number>
  overwriteInPages(text: string): Promise<number>
  /** Every file of the home that holds these bytes; the database and its copies are left out. */
  filesWith(text: string): Promise<string[]>
}
