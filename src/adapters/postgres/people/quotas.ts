import { type Quota, quotaNames } from '../../../contract/team/quotas.ts'
import type { SharedUsage } from '../../../core/ports/team/team-sync-store.ts'
import type { Queries } from '../connection/queries.ts'

export async function readQuota(queries: Queries): Promise<Partial<Quota>> {
  const columns = quotaNames.join(', ')
  const sql = `SELECT ${columns} FROM quotas WHERE organisation_id = $1`
  return (await queries.find<Partial<Quota>>(sql)) ?? {}
}

export async function readSharedUsage(queries: Queries): Promise<SharedUsage> {
  const sql = 'SELECT memories, bytes FROM shared_usage WHERE organisation_id = $1'
  return (await queries.find<SharedUsage>(sql)) ?? { memories: 0, bytes: 0 }
}

/** @param at keys that expired before do not count */
export async function readUsed(queries: Queries, at: string): Promise<Quota> {
  return {
    ...(await readSharedUsage(queries)),
    members: await queries.number(
      'SELECT count(*) FROM people WHERE organisation_id = $1 AND removed_at IS NULL',
    ),
    keys: await queries.number(
      `SELECT count(*) FROM api_keys
       WHERE organisation_id = $1 AND revoked_at IS NULL AND expires_at > $2`,
      at,
    ),
  }
}

export async function writeQuota(queries: Queries, quota: Partial<Quota>): Promise<void> {
  await queries.run('DELETE FROM quotas WHERE organisation_id = $1')
  await queries.insert('quotas', { ...quota })
}
