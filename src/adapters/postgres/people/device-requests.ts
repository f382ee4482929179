import type { DeviceRequest, DeviceRequests } from '../../../core/ports/team/people-store.ts'
import { noOrganisation } from '../../../core/team/people/tokens.ts'
import type { Queries } from '../connection/queries.ts'
import type { TeamDatabase } from '../connection/team-database.ts'

const columns = `id, code_hash, user_code_hash, machine, status, approved_organisation, approved_by,
  created_at, expires_at, interval_seconds, polled_at`

export function openDeviceRequests(database: TeamDatabase): DeviceRequests {
  const reading = database.reading(noOrganisation)
  const writing = <T>(work: (queries: Queries) => Promise<T>) =>
    database.transaction(noOrganisation, work)
  const find = (column: string, value: string) =>
    reading.find<DeviceRequest>(
      `SELECT ${columns} FROM device_requests WHERE organisation_id = $1 AND ${column} = $2`,
      value,
    )
  return {
    add: (request) =>
      writing(async (queries) => {
        const suffix = 'ON CONFLICT DO NOTHING'
        return (await queries.insert('device_requests', { ...request }, suffix)) > 0
      }),
    byId: (id) => find('id', id),
    byUserCode: (hash) => find('user_code_hash', hash),
    notePoll: (id, polledAt, intervalSeconds) =>
      writing((queries) => queries.update('device_requests', id, { polledAt, intervalSeconds })),
    decide: (id, decision) =>
      writing(async (queries) => {
        const { organisation, person } =
          decision.status === 'approved' ? decision : { organisation: null, person: null }
        const changed = await queries.run(
          `UPDATE device_requests SET status = $3, approved_organisation = $4, approved_by = $5
           WHERE organisation_id = $1 AND id = $2 AND status = 'pending'`,
          ...[id, decision.status, organisation, person],
        )
        return changed > 0
      }),
    take: (id) =>
      writing(async (queries) => {
        const changed = await queries.run(
          `UPDATE device_requests SET status = 'taken'
           WHERE organisation_id = $1 AND id = $2 AND status = 'approved'`,
          id,
        )
        return changed > 0
      }),
    async removeBefore(time) {
      await writing((queries) =>
        queries.run(
          'DELETE FROM device_requests WHERE organisation_id = $1 AND expires_at < $2',
          time,
        ),
      )
    },
  }
}
