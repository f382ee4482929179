/** Stores the change feed. Only one process writes at a time, so row numbers grow with commits. */
import type {
  Change,
  ChangeFeed,
  ChangeFilter,
  ChangeKind,
  ChangeSubject,
} from '../../../core/ports/change-feed.ts'
import type { Clock } from '../../../core/ports/runtime.ts'
import { toCursor, toSequence } from '../../feed-cursor.ts'
import type { Database } from '../connection/database.ts'

export function createChangeFeed(database: Database): ChangeFeed {
  return {
    async after(cursor, limit, filter = {}) {
      const rows = database.list<StoredChange>(
        `SELECT * FROM changes AS c WHERE sequence > ?${conditions(filter)}
         ORDER BY sequence LIMIT ?`,
        toSequence(cursor),
        limit,
      )
      const changes = rows.map(toChange)
      const last = changes.at(-1)?.cursor
      const end = changes.length < limit ? toCursor(headOf(database)) : last
      return { changes, cursor: end ?? cursor }
    },
    async countAfter(cursor, filter = {}) {
      return database.number(
        `SELECT count(*) FROM changes AS c WHERE sequence > ?${conditions(filter)}`,
        toSequence(cursor),
      )
    },
    head: async () => toCursor(headOf(database)),
    async before(count, filter) {
      const sequence = database.number(
        `SELECT sequence FROM changes AS c WHERE true${conditions(filter)}
         ORDER BY sequence DESC LIMIT 1 OFFSET ?`,
        count,
      )
      return toCursor(sequence)
    },
    async cursor(consumer) {
      const ofConsumer = 'SELECT sequence FROM change_cursors WHERE consumer = ?'
      return toCursor(database.number(ofConsumer, consumer))
    },
    async advance(consumer, cursor) {
      moveCursor(database, consumer, toSequence(cursor))
    },
    async prune(limit) {
      const repeated = database.run(
        `DELETE FROM changes WHERE sequence IN (
           SELECT sequence FROM changes AS c WHERE sequence <= ${passedByAll}
           AND subject IN (${repeatedly}) AND ${hasLaterChange('c')} LIMIT ?)`,
        limit,
      )
      return repeated + pruneRemoved(database, limit)
    },
  }
}

export function moveCursor(database: Database, consumer: string, sequence: number): void {
  database.put('change_cursors', { consumer, sequence })
}

export const hasLaterChange = (change: string) =>
  `EXISTS (SELECT 1 FROM changes AS later WHERE later.subject = ${change}.subject
    AND later.id = ${change}.id AND later.sequence > ${change}.sequence)`

/** Subjects that change more than once before they are removed. */
const repeatedly = "'memory', 'project', 'session', 'turn', 'digest'"

/** Without a model there are no vectors, and a model chosen later starts from the beginning. */
const passedByAll = `(SELECT min(sequence) FROM change_cursors
  WHERE consumer <> 'vectors' OR EXISTS (SELECT 1 FROM vector_model))`

/** A new consumer need not know about things that no longer exist. */
function pruneRemoved(database: Database, limit: number): number {
  const removed = database.all(
    `SELECT subject, id, sequence FROM changes
     WHERE kind = 'removed' AND sequence <= ${passedByAll} ORDER BY sequence LIMIT ?`,
    limit,
  )
  const upTo = 'DELETE FROM changes WHERE subject = ? AND id = ? AND sequence <= ?'
  return removed.reduce(
    (sum, { subject, id, sequence }) => sum + database.run(upTo, subject, id, sequence),
    0,
  )
}

function conditions({ subjects, kinds, latestOnly }: ChangeFilter): string {
  return [
    ...(subjects ? [` AND c.subject ${oneOf(subjects)}`] : []),
    ...(kinds ? [` AND c.kind ${oneOf(kinds)}`] : []),
    ...(latestOnly ? [` AND NOT ${hasLaterChange('c')}`] : []),
  ].join('')
}

function oneOf(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`)
  return quoted.length === 1 ? `= ${quoted[0]}` : `IN (${quoted.join(', ')})`
}

const headOf = (database: Database) => database.number('SELECT max(sequence) FROM changes')

interface StoredChange extends Omit<Change, 'cursor' | 'at'> {
  readonly sequence: number
  readonly at: number
}

function toChange({ sequence, at, ...change }: StoredChange): Change {
  return { ...change, cursor: toCursor(sequence), at: new Date(at).toISOString() }
}

/** Appends to the feed in the transaction of the write. Each transaction has its own. */
export interface ChangeRecorder {
  record(subject: ChangeSubject, id: string, kind: ChangeKind, more?: ChangeDetail): void
  /** Records the sessions and everything in them, because each row names its project. */
  recordMovedSessions(ids: readonly string[]): void
  hasRecordedMemory(): boolean
}

interface ChangeDetail {
  readonly version?: number
  readonly at?: string
}

export function createChangeRecorder(database: Database, clock: Clock): ChangeRecorder {
  const written = new Set<string>()
  let hasMemory = false
  const now = () => clock.now().getTime()
  return {
    hasRecordedMemory: () => hasMemory,
    record(subject, id, kind, { version, at } = {}) {
      hasMemory ||= subject === 'memory'
      // One change per transaction is enough, except for memories, where every version matters.
      const isPlain = subject !== 'memory' && (kind === 'created' || kind === 'updated')
      if (isPlain && written.has(`${subject} ${id}`)) return
      if (isPlain) written.add(`${subject} ${id}`)
      const time = (at && Date.parse(at)) || now()
      database.insert('changes', { subject, id, version, kind, at: time })
    },
    recordMovedSessions(ids) {
      for (const [subject, rows] of sessionParts) {
        database.run(
          `INSERT INTO changes (subject, id, kind, at) SELECT '${subject}', id, 'moved', ?2 FROM ${rows}
           IN (SELECT value FROM json_each(?1)) ORDER BY id`,
          JSON.stringify(ids),
          now(),
        )
      }
    },
  }
}

const sessionParts = [
  ['session', 'sessions WHERE id'],
  ['turn', 'turns WHERE session_id'],
  ['tool-event', 'tool_events WHERE session_id'],
] as const

/** Records everything as created, for a database salvaged from another. */
export function refillChanges(database: Database): void {
  database.run('DELETE FROM changes')
  database.run('DELETE FROM change_cursors')
  const all = [
    ['project', 'projects', 'NULL'],
    ['memory', 'memories', 'version'],
    ['proposal', 'proposals', 'NULL'],
    ['session', 'sessions', 'NULL'],
    ['turn', 'turns', 'NULL'],
    ['tool-event', 'tool_events', 'NULL'],
    ['commit', 'commits', 'NULL'],
    ['event', "events WHERE kind <> 'tool'", 'NULL'],
  ] as const
  for (const [subject, rows, version] of all) {
    database.run(
      `INSERT INTO changes (subject, id, version, kind, at)
       SELECT '${subject}', id, ${version}, 'created', 0 FROM ${rows} ORDER BY id`,
    )
  }
  database.run(
    "INSERT INTO change_cursors SELECT 'lifecycle', coalesce(max(sequence), 0) FROM changes",
  )
}
