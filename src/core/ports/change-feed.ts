/**
 * Changes in commit order. Every write records a change in the same transaction. Each consumer of
 * derived data (search index, vectors, lifecycle events, dashboard) keeps a cursor: after a crash
 * it continues there, and a rebuild starts from the beginning.
 *
 * With several writers, no change may appear before one that a reader has passed: PostgreSQL takes
 * an advisory lock for the feed before a transaction's first change, and keeps it until the commit.
 */

/** A position in the feed. Opaque; positions sort as text. */
export type Cursor = string

/** Before every change. */
export const feedStart: Cursor = ''

export type ChangeSubject =
  | 'memory'
  | 'proposal'
  | 'project'
  | 'session'
  | 'turn'
  | 'tool-event'
  | 'commit'
  | 'event'
  | 'digest'

export type ChangeKind =
  | 'created'
  /** A tool event of an imported session. */
  | 'imported'
  | 'updated'
  | 'superseded'
  /** To another project, or a session to its first one. */
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
  /** For a digest, the id of its turn or session. */
  readonly id: string
  readonly version: number | undefined
  readonly kind: ChangeKind
  readonly at: string
}

export interface ChangeFilter {
  /** Default: all. */
  readonly subjects?: readonly ChangeSubject[]
  /** Default: all. */
  readonly kinds?: readonly ChangeKind[]
  /** Only the last change of each subject. */
  readonly latestOnly?: boolean
}

interface ChangePage {
  readonly changes: readonly Change[]
  /** How far the feed was read. */
  readonly cursor: Cursor
}

export interface ChangeFeed {
  /** Changes after the cursor, in order. */
  after(cursor: Cursor, limit: number, filter?: ChangeFilter): Promise<ChangePage>
  countAfter(cursor: Cursor, filter?: ChangeFilter): Promise<number>
  /** The position after the last change. */
  head(): Promise<Cursor>
  /** The position before the last `count` matching changes. */
  before(count: number, filter: ChangeFilter): Promise<Cursor>
  /** `feedStart` for a new consumer. */
  cursor(consumer: string): Promise<Cursor>
  /** Call it in the transaction that writes what the consumer derived. */
  advance(consumer: string, cursor: Cursor): Promise<void>
  /**
   * Deletes up to about `limit` changes that every consumer has passed and that a later change of
   * the same subject supersedes. @returns the number deleted
   */
  prune(limit: number): Promise<number>
}
