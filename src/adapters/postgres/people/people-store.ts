import type {
  DeviceRequest,
  DeviceRequests,
  NewAuditEntry,
  PeopleStore,
  PeopleWriter,
  RequestCounts,
} from '../../../core/ports/team/people-store.ts'
import { noOrganisation } from '../../../core/team/people/tokens.ts'
import type { Queries } from '../connection/queries.ts'
import type { TeamDatabase } from '../connection/team-database.ts'
import { createOrganisation } from './organisations.ts'
import { readPeople } from './people-reader.ts'
import { openSignOnAttempts, writeSignOn } from './sign-on.ts'

export function openPeopleStore(database: TeamDatabase): PeopleStore {
  return {
    reading: (organisation) => readPeople(database.reading(organisation)),
    writing: (organisation, work) =>
      database.writing(organisation, (queries) => work(writePeople(queries))),
    createOrganisation: (name) => createOrganisation(database, name),
    devices: openDeviceRequests(database),
    attempts: openSignOnAttempts(database),
    signOnChoices: (domain, limit) =>
      database
        .reading(noOrganisation)
        .list('SELECT * FROM sign_on_choices($2, $3) WHERE $1::uuid IS NOT NULL', domain, limit),
    counts: openRequestCounts(database),
    async noteUse(organisation, kind, id, at) {
      const table = kind === 'key' ? 'api_keys' : 'tokens'
      const change = { lastUsedAt: at }
      await database.noting(organisation).update(table, id, change)
    },
  }
}

/** Not synced to disk: if the database crashes, a few counts are lost. */
function openRequestCounts(database: TeamDatabase): RequestCounts {
  return {
    async add(organisation = noOrganisation, counts) {
      // Sorted, so that two processes do not deadlock.
      const sums = await database.noting(organisation).list<{ subject: string; count: number }>(
        `INSERT INTO request_counts (organisation_id, subject, since, count)
         SELECT $1, * FROM unnest($2::text[], $3::timestamptz[], $4::bigint[]) ORDER BY 2
         ON CONFLICT (organisation_id, subject, since)
         DO UPDATE SET count = request_counts.count + excluded.count RETURNING subject, count`,
        counts.map(({ subject }) => subject),
        counts.map(({ since }) => since),
        counts.map(({ by }) => by),
      )
      return new Map(sums.map(({ subject, count }) => [subject, count]))
    },
    async removeBefore(time, organisation = noOrganisation) {
      await database.transaction(organisation, (queries) =>
        queries.run('DELETE FROM request_counts WHERE organisation_id = $1 AND since < $2', time),
      )
    },
  }
}

function writePeople(queries: Queries): PeopleWriter {
  return {
    ...readPeople(queries),
    addPerson: async (person) => void (await queries.insert('people', { ...person })),
    updatePerson: (id, change) => queries.update('people', id, change),
    async returnPerson({ id, email, name, role, joinedAt }) {
      await queries.run(
        `UPDATE people SET email = $3, name = $4, role = $5, joined_at = $6, removed_at = NULL
         WHERE organisation_id = $1 AND id = $2`,
        ...[id, email, name, role, joinedAt],
      )
    },
    addToken: async (token) => void (await queries.insert('tokens', { ...token })),
    revokeToken: (id, at) => queries.update('tokens', id, { revokedAt: at }),
    addKey: async (key) => void (await queries.insert('api_keys', { ...key })),
    updateKey: (id, change) => queries.update('api_keys', id, change),
    addInvitation: async (link) => void (await queries.insert('invitations', { ...link })),
    updateInvitation: (id, change) => queries.update('invitations', id, change),
    async revokeAllOf(person, at) {
      for (const table of ['tokens', 'api_keys']) {
        await queries.run(
          `UPDATE ${table} SET revoked_at = $3
           WHERE organisation_id = $1 AND person_id = $2 AND revoked_at IS NULL`,
          person,
          at,
        )
      }
      await queries.run(
        `UPDATE invitations SET revoked_at = $3
         WHERE organisation_id = $1 AND (invited_by = $2 OR person_id = $2)
           AND used_at IS NULL AND revoked_at IS NULL`,
        person,
        at,
      )
    },
    signOn: writeSignOn(queries),
    addPolicy: async (policy) => void (await queries.insert('approval_policies', { ...policy })),
    async setQuota(quota) {
      await queries.run('DELETE FROM quotas WHERE organisation_id = $1')
      await queries.insert('quotas', { ...quota })
    },
    record: (entry) => recordAudit(queries, entry),
  }
}

/** Runs in a transaction with the organisation's lock, so the numbers have no gaps. */
export async function recordAudit(queries: Queries, entry: NewAuditEntry): Promise<void> {
  const { at, action, personId, subject, facts, requestId } = entry
  await queries.run(
    `INSERT INTO audit
       (organisation_id, number, at, action, person_id, subject, facts, request_id)
     SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6, $7
     FROM audit WHERE organisation_id = $1`,
    ...[at, action, personId, subject, JSON.stringify(facts), requestId],
  )
}

const columns = `id, code_hash, user_code_hash, machine, status, approved_organisation, approved_by,
  created_at, expires_at, interval_seconds, polled_at`

function openDeviceRequests(database: TeamDatabase): DeviceRequests {
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
