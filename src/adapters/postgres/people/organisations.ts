/** All organisations, read as the owner of the tables: the application sees one at a time. */

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type {
  Organisation,
  OrganisationSummary,
  Organisations,
} from '../../../core/ports/team/people-store.ts'
import { toValue } from '../../column-names.ts'
import { translatingErrors } from '../connection/errors.ts'
import { typeParsers } from '../connection/queries.ts'
import type { TeamDatabase } from '../connection/team-database.ts'

/** @param url of the owner */
export function openOrganisations(url: string): Organisations {
  const ask = <T>(sql: string, values: readonly unknown[] = []) =>
    translatingErrors(async () => {
      const owner = new pg.Client({
        connectionString: url,
        types: typeParsers,
        options: '-c timezone=UTC',
      })
      owner.on('error', () => undefined)
      await owner.connect()
      try {
        const { rows } = await owner.query(sql, [...values])
        return rows.map((row) => toValue<T>(row))
      } finally {
        await owner.end()
      }
    })
  return {
    list: () =>
      ask<OrganisationSummary>(
        `SELECT o.id, o.name, o.created_at,
           (SELECT count(*) FROM people p
             WHERE p.organisation_id = o.id AND p.removed_at IS NULL) AS members,
           (SELECT count(*) FROM shared_memories m
             WHERE m.organisation_id = o.id AND m.type = 'memory') AS memories
         FROM organisations o ORDER BY o.created_at, o.id`,
      ),
    find: (nameOrId, limit) =>
      ask<Organisation>(
        `SELECT id, name FROM organisations
         WHERE $1::text IS NULL OR lower(name) = lower($1) OR starts_with(id::text, lower($1))
           OR right(id::text, length($1)) = lower($1)
         ORDER BY created_at, id LIMIT $2`,
        [nameOrId ?? null, limit],
      ),
  }
}

/** @returns its id */
export async function createOrganisation(database: TeamDatabase, name: string): Promise<string> {
  const id = randomUUID()
  await database.transaction(id, (queries) =>
    queries.run('INSERT INTO organisations (id, name) VALUES ($1, $2)', name),
  )
  return id
}
