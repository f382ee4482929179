/** The change feed as rows. One process writes at a time, so row numbers grow with commits. */
import type {
  Change,
  ChangeFeed,
  ChangeFilter,
  ChangeKind,
  ChangeSubject,
  Cursor,
} from '../../../core/ports/change-feed.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Database, Row } from '../connection/database.ts'
import { numberOrUndefined, orNull } from '../connection/rows.ts'

export function createChangeFeed(database: Database): ChangeFeed {
  return {
    async after(cursor, limit, filter = {}) {
      const from = toSequence(cursor)
      const rows = database.all(
        `SELECT * FROM changes AS c WHERE sequence > ?${conditions(filter)}
         ORDER BY sequence LIMIT ?`,
        from,
        limit,
      )
      const changes = rows.map(toChange)
      const last = changes.at(-1)?.cursor
      const end = changes.length < limit ? toCursor(headOf(database)) : last
      return { changes, cursor: end ?? cursor }
    },
    async countAfter(cursor, filter = {}) {
      const row = database.get(
        `SELECT count(*) AS count FROM changes AS c WHERE sequence > ?${conditions(filter)}`,
        toSequence(cursor),
      )
      return Number(row?.count)
    },
    head: async () => toCursor(headOf(database)),
    async before(count, subjects) {
      const row = database.get(
        `SELECT sequence FROM changes AS c WHERE true${conditions({ subjects })}
         ORDER BY sequence DESC LIMIT 1 OFFSET ?`,
        count,
      )
      return toCursor(Number(row?.sequence ?? 0))
    },
    async cursor(consumer) {
      const row = database.get('SELECT sequence FROM change_cursors WHERE consumer = ?', consumer)
      return toCursor(Number(row?.sequence ?? 0))
    },
    async advance(consumer, cursor) {
      database.run(
        `INSERT INTO change_cursors (consumer, sequence) VALUES (?1, ?2)
         ON CONFLICT DO UPDATE SET sequence = ?2`,
        consumer,
        toSequence(cursor),
      )
    },
    async prune(limit) {
      return database.run(
        `DELETE FROM changes WHERE sequence IN (
           SELECT sequence FROM changes AS c
           WHERE sequence <= (SELECT min(sequence) FROM change_cursors)
           AND ${repeated} AND ${hasLaterChange('c')} LIMIT ?)`,
        limit,
      )
    },
  }
}

/** In the words of the index `changes_by_subject`, or SQLite does not take it. */
const repeated = "subject NOT IN ('event', 'tool-event')"
export const hasLaterChange = (change: string) =>
  `EXISTS (SELECT 1 FROM changes AS later WHERE later.${repeated} AND later.subject =
    ${change}.subject AND later.id = ${change}.id AND later.sequence > ${change}.sequence)`

function conditions({ subjects, latestOnly }: ChangeFilter): string {
  const names = subjects?.map((subject) => `'${subject}'`)
  const ofSubject = names && (names.length === 1 ? `= ${names[0]}` : `IN (${names.join(', ')})`)
  return [
    ...(ofSubject ? [` AND c.subject ${ofSubject}`] : []),
    ...(latestOnly ? [` AND NOT ${hasLaterChange('c')}`] : []),
  ].join('')
}

function headOf(database: Database): number {
  return Number(database.get('SELECT max(sequence) AS head FROM changes')?.head ?? 0)
}

const cursorDigits = 16
export const toCursor = (sequence: number): Cursor =>
  sequence === 0 ? '' : String(sequence).padStart(cursorDigits, '0')
/** What is no cursor of ours is before all. */
const toSequence = (cursor: Cursor) => (/^\d{16}$/.test(cursor) ? Number(cursor) : 0)

function toChange(row: Row): Change {
  return {
    cursor: toCursor(Number(row.sequence)),
    subject: row.subject as ChangeSubject,
    id: String(row.id),
    version: numberOrUndefined(row.version),
    kind: row.kind as ChangeKind,
    at: new Date(Number(row.at)).toISOString(),
  }
}

/** Appends to the feed in the transaction of the write. One is made for each transaction. */
export interface ChangeRecorder {
  record(subject: ChangeSubject, id: string, kind: ChangeKind, more?: ChangeDetail): void
  /** Sessions and all they hold, which say where they belong. */
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
      // Within one transaction the first of many writes says enough; versions of memories all count.
      const isPlain = subject !== 'memory' && (kind === 'created' || kind === 'updated')
      if (isPlain && written.has(`${subject} ${id}`)) return
      if (isPlain) written.add(`${subject} ${id}`)
      database.run(
        'INSERT INTO changes (subject, id, version, kind, at) VALUES (?, ?, ?, ?, ?)',
        subject,
        id,
        orNull(version),
        kind,
        (at && Date.parse(at)) || now(),
      )
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

/** Everything there is, as new, for a database whose rows were carried over from another. */
export function refillChanges(database: Database): void {
  database.run('DELETE FROM changes')
  database.run('DELETE FROM change_cursors')
  const all = [
    ['project', 'projects', 'NULL'],
    ['memory', 'memories', 'version'],
    ['session', 'sessions', 'NULL'],
    ['turn', 'turns', 'NULL'],
    ['tool-event', 'tool_events', 'NULL'],
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
