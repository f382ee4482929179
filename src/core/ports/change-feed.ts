/**
 * What changed in the store, in order. Every write of a memory, project, session, turn, tool event,
 * event or digest leaves a change in the same transaction. Whatever is derived from them (search
 * index, vectors, lifecycle events, the live dashboard) reads the feed from a cursor of its own: it
 * goes on where it was after a crash, starts at the beginning when it is new, and is rebuilt by going
 * back there.
 *
 * A store with several writers must not let a change appear before one that a reader has passed. So
 * it assigns positions in the order of commits: PostgreSQL takes an advisory lock for the feed
 * (`pg_advisory_xact_lock`) before the first change of a transaction gets its number from a sequence,
 * and holds it until the commit.
 */

/** A position in the feed. Opaque, but positions compare as text does. */
export type Cursor = string

/** Before every change. */
export const feedStart: Cursor = ''

export type ChangeSubject =
  | 'memory'
  | 'project'
  | 'session'
  | 'turn'
  | 'tool-event'
  | 'event'
  | 'digest'

export type ChangeKind =
  | 'created'
  | 'updated'
  | 'superseded'
  /** To another project, or a session into its first one; what it says is the same. */
  | 'moved'
  | 'restored'
  | 'removed'
  /** A turn, with its outcome. */
  | 'ended-ok'
  | 'ended-failed'
  | 'ended-cut'

export interface Change {
  readonly cursor: Cursor
  readonly subject: ChangeSubject
  /** Of a digest, the id of its turn or session. */
  readonly id: string
  /** Of a memory. */
  readonly version: number | undefined
  readonly kind: ChangeKind
  readonly at: string
}

export interface ChangeFilter {
  /** All unless given. */
  readonly subjects?: readonly ChangeSubject[]
  /** Only the last change of each subject: enough for what keeps its present state. */
  readonly latestOnly?: boolean
}

export interface ChangePage {
  readonly changes: readonly Change[]
  /** How far the feed was read: behind the last change when there were more than the limit. */
  readonly cursor: Cursor
}

export interface ChangeFeed {
  /** Changes after the cursor, in order. */
  after(cursor: Cursor, limit: number, filter?: ChangeFilter): Promise<ChangePage>
  countAfter(cursor: Cursor, filter?: ChangeFilter): Promise<number>
  /** Behind the last change. */
  head(): Promise<Cursor>
  /** Before the last `count` changes of these subjects. */
  before(count: number, subjects: readonly ChangeSubject[]): Promise<Cursor>
  /** Where this consumer is; at the start when it is new. */
  cursor(consumer: string): Promise<Cursor>
  /** Written with what the consumer derived, so that both are stored or neither. */
  advance(consumer: string, cursor: Cursor): Promise<void>
  /**
   * Deletes changes that every consumer has passed and a later change of the same subject makes
   * superfluous, at most about `limit`. @returns how many
   */
  prune(limit: number): Promise<number>
}
