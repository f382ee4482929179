/** All organisations, read as the owner of the tables: the application role sees one at a time. */

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type {
  Organisation,
  OrganisationSummary,
  Organisations,
} from '../../../core/ports/team/people-store.ts'
import { toValue } from '../../column-names.ts'
import { translatingErrors } from '../connection/errors.ts'
import { connectOwner } from '../connection/migrate.ts'
import { typeParsers } from '../connection/queries.ts'
import type { TeamDatabase } from '../connection/team-database.ts'

/** @param url the owner's URL */
export function openOrganisations(url: string): Organisations {
  const asOwner = <T>(work: (owner: pg.Client) => Promise<T>) =>
    translatingErrors(async () => {
      const owner = await connectOwner(url, typeParsers)
      try {
        return await work(owner)
      } finally {
        await owner.end()
      }
    })
  const ask = <T>(sql: string, values: readonly unknown[] = []) =>
    asOwner(async (owner) =>
      (await owner.query(sql, [...values])).rows.map((row) => toValue<T>(row)),
    )
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
    remove: (id) =>
      asOwner(async (owner) => {
        await owner.query('BEGIN')
        // Waits for its writer and blocks others.
        await owner.query('SELECT FROM organisations WHERE id = $1 FOR UPDATE', [id])
        for (const table of tablesOfOne) {
          await owner.query(`DELETE FROM ${table} WHERE organisation_id = $1`, [id])
        }
        await owner.query('DELETE FROM device_requests WHERE approved_organisation = $1', [id])
        await owner.query('DELETE FROM organisations WHERE id = $1', [id])
        await owner.query('COMMIT')
      }),
  }
}

/** Tables before those they refer to; usage counts after what they count. */
const tablesOfOne = [
  ...['recall_documents', 'recall_terms', 'recall_totals', 'sync_answers', 'sync_conflicts'],
  ...['shared_revisions', 'shared_memories', 'shared_project_aliases', 'shared_projects'],
  ...['sync_changes', 'sync_heads', 'shared_usage', 'shared_usage_by_person', 'quotas'],
  ...[
    'approval_policies',
    'sign_on_accounts',
    'sign_on_attempts',
    'sign_on_settings',
    'audit',
    'api_keys',
  ],
  ...['tokens', 'invitations', 'people', 'request_counts'],
]

/** @returns the organisation's id */
export async function createOrganisation(database: TeamDatabase, name: string): Promise<string> {
  const id = randomUUID()
  await database.transaction(id, (queries) =>
    queries.run('INSERT INTO organisations (id, name) VALUES ($1, $2)', name),
  )
  return id
}
