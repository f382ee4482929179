/** Decisions about whose memories count, and whose first memory is new. */
import type { StoredPolicy } from '../../../core/ports/team/people-store.ts'
import type { Queries } from '../connection/queries.ts'

export function findPolicy(queries: Queries): Promise<StoredPolicy | undefined> {
  return queries.find<StoredPolicy>(
    `SELECT version, approve, people, decided_by, decided_at FROM approval_policies
     WHERE organisation_id = $1 ORDER BY version DESC LIMIT 1`,
  )
}

export async function addPolicy(queries: Queries, policy: StoredPolicy): Promise<void> {
  await queries.insert('approval_policies', { ...policy })
}

/** Ids of people whose first memory reached the team after that time. */
export function listNewcomers(queries: Queries, since: string): Promise<string[]> {
  return queries.texts(
    'SELECT id FROM people WHERE organisation_id = $1 AND first_shared_at > $2 ORDER BY id',
    since,
  )
}

export async function noteFirstShare(queries: Queries, person: string, at: string): Promise<void> {
  await queries.run(
    `UPDATE people SET first_shared_at = $3
     WHERE organisation_id = $1 AND id = $2 AND first_shared_at IS NULL`,
    person,
    at,
  )
}
