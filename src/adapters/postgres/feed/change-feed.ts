/** The change feed as rows. An organisation has one writer at a time, so its numbers have no gaps. */
import type { Change, ChangeFeed, ChangeFilter } from '../../../core/ports/change-feed.ts'
import { toCursor, toSequence } from '../../feed-cursor.ts'
import { Parameters } from '../connection/parameters.ts'
import type { Queries } from '../connection/queries.ts'

/** @param headOf the number of the last change, in a transaction that has its own */
export function createChangeFeed(queries: Queries, headOf = () => readHead(queries)): ChangeFeed {
  const read = async (tail: string, filter: ChangeFilter, parameters: Parameters) => {
    const rows = await queries.list<StoredChange>(
      `SELECT sequence, subject, subject_id AS id, version, kind, at FROM changes AS c
       WHERE organisation_id = $1${conditions(filter, parameters)} ${tail}`,
      ...parameters.values,
    )
    return rows.map(toChange)
  }
  return {
    async after(cursor, limit, filter = {}) {
      // Read before the changes: what is written meanwhile must not count as read.
      const head = await headOf()
      const parameters = new Parameters()
      const range = `AND sequence > ${parameters.add(toSequence(cursor))}
        AND sequence <= ${parameters.add(head)} ORDER BY sequence LIMIT ${parameters.add(limit)}`
      const changes = await read(range, filter, parameters)
      const last = changes.at(-1)?.cursor
      return { changes, cursor: changes.length < limit ? toCursor(head) : (last ?? cursor) }
    },
    async countAfter(cursor, filter = {}) {
      const parameters = new Parameters()
      return queries.number(
        `SELECT count(*) FROM changes AS c WHERE organisation_id = $1
         AND sequence > ${parameters.add(toSequence(cursor))}${conditions(filter, parameters)}`,
        ...parameters.values,
      )
    },
    head: async () => toCursor(await headOf()),
    async before(count, filter) {
      const parameters = new Parameters()
      const tail = `ORDER BY sequence DESC LIMIT 1 OFFSET ${parameters.add(count)}`
      const [change] = await read(tail, filter, parameters)
      return change?.cursor ?? toCursor(0)
    },
    async cursor(consumer) {
      const ofConsumer = `SELECT sequence FROM change_cursors
        WHERE organisation_id = $1 AND consumer = $2`
      return toCursor(await queries.number(ofConsumer, consumer))
    },
    async advance(consumer, cursor) {
      const replacing = `ON CONFLICT (organisation_id, consumer)
        DO UPDATE SET sequence = excluded.sequence`
      await queries.insert('change_cursors', { consumer, sequence: toSequence(cursor) }, replacing)
    },
    async prune(limit) {
      const repeated = await queries.run(
        `DELETE FROM changes WHERE organisation_id = $1 AND sequence IN (
           SELECT sequence FROM changes AS c WHERE organisation_id = $1
           AND sequence <= ${passedByAll} AND ${hasLaterChange} LIMIT $2)`,
        limit,
      )
      return repeated + (await pruneRemoved(queries, limit))
    },
  }
}

const hasLaterChange = `EXISTS (SELECT FROM changes AS later WHERE later.organisation_id = $1
  AND later.subject = c.subject AND later.subject_id = c.subject_id
  AND later.sequence > c.sequence)`

const passedByAll = `(SELECT coalesce(min(sequence), 0) FROM change_cursors
  WHERE organisation_id = $1)`

/** A new consumer need not learn that something existed which is gone. */
function pruneRemoved(queries: Queries, limit: number): Promise<number> {
  return queries.run(
    `DELETE FROM changes AS c USING (
       SELECT subject, subject_id, sequence FROM changes
       WHERE organisation_id = $1 AND kind = 'removed' AND sequence <= ${passedByAll}
       ORDER BY sequence LIMIT $2) AS removed
     WHERE c.organisation_id = $1 AND c.subject = removed.subject
     AND c.subject_id = removed.subject_id AND c.sequence <= removed.sequence`,
    limit,
  )
}

function conditions({ subjects, kinds, latestOnly }: ChangeFilter, parameters: Parameters): string {
  return [
    ...(subjects ? [` AND c.subject = ANY(${parameters.add(subjects)})`] : []),
    ...(kinds ? [` AND c.kind = ANY(${parameters.add(kinds)})`] : []),
    ...(latestOnly ? [` AND NOT ${hasLaterChange}`] : []),
  ].join('')
}

function readHead(queries: Queries): Promise<number> {
  return queries.number('SELECT sequence FROM organisations WHERE id = $1')
}

interface StoredChange extends Omit<Change, 'cursor'> {
  readonly sequence: number
}

function toChange({ sequence, ...change }: StoredChange): Change {
  return { ...change, cursor: toCursor(sequence) }
}
