/**
 * A wrong store, which tests must find out: it numbers changes by a sequence of PostgreSQL, without
 * the organisation's lock, so a number can be committed after a later one.
 */
import type { Queries } from '../../../src/adapters/postgres/connection/queries.ts'
import type { TeamDatabase } from '../../../src/adapters/postgres/connection/team-database.ts'
import { readSync } from '../../../src/adapters/postgres/sync/sync-reader.ts'
import { writeSync } from '../../../src/adapters/postgres/sync/sync-store.ts'
import type { TeamSyncStore } from '../../../src/core/ports/team/team-sync-store.ts'
import { overQueries } from './over-queries.ts'

/** For the owner to run first. */
export const makeSequence = `CREATE SEQUENCE plain_sequence INCREMENT 10;
  GRANT USAGE ON SEQUENCE plain_sequence TO throughline_app`

export function withPlainSequence(database: TeamDatabase): TeamSyncStore {
  return {
    reading: (organisation) => readSync(unordered(database.reading(organisation), lastChange)),
    writing: (organisation, work) =>
      database.transaction(organisation, async (queries) => {
        const tx = writeSync(unordered(queries, nextNumbers))
        const result = await work(tx)
        await tx.flush()
        return result
      }),
  }
}

/** More of them than a push of the test has changes. */
const nextNumbers = `SELECT nextval('plain_sequence') AS sequence, '' AS mark
  WHERE $1::uuid IS NOT NULL`
const noHead = 'SELECT 1 WHERE $1::uuid IS NOT NULL AND ($2, $3, $4) IS NOT NULL'
const lastChange = `SELECT sequence, mark FROM sync_changes WHERE organisation_id = $1
  ORDER BY sequence DESC LIMIT 1`

function unordered(queries: Queries, head: string): Queries {
  return overQueries(queries, (sql) => {
    if (/^INSERT INTO sync_heads/.test(sql)) return noHead
    return /FROM sync_heads/.test(sql) ? head : sql
  })
}
