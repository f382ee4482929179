import type { NewAuditEntry, PeopleWriter } from '../../../core/ports/team/people-store.ts'
import type { Queries } from '../connection/queries.ts'
import { readPeople } from './people-reader.ts'
import { addPolicy } from './policies.ts'
import { writeQuota } from './quotas.ts'
import { writeSignOn } from './sign-on.ts'

export function writePeople(queries: Queries): PeopleWriter {
  return {
    ...readPeople(queries),
    addPerson: async (person) => void (await queries.insert('people', { ...person })),
    updatePerson: (id, change) => queries.update('people', id, change),
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
    addPolicy: (policy) => addPolicy(queries, policy),
    setQuota: (quota) => writeQuota(queries, quota),
    record: (entry) => recordAudit(queries, entry),
  }
}

/** In a transaction that holds the organisation's lock, so the numbers have no gaps. */
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
