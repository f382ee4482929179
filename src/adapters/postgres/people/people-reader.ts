import type { AuditEntry } from '../../../contract/team/people.ts'
import { type Quota, quotaNames } from '../../../contract/team/quotas.ts'
import type {
  Invitation,
  PeopleReader,
  Person,
  SignedInAs,
  StoredKey,
  StoredPolicy,
  Token,
} from '../../../core/ports/team/people-store.ts'
import type { SharedUsage } from '../../../core/ports/team/team-sync-store.ts'
import { columnName } from '../../column-names.ts'
import type { Queries } from '../connection/queries.ts'
import { readSignOn } from './sign-on.ts'

const person = 'id, email, name, role, joined_at, removed_at'
const token = 'id, person_id, kind, name, hash, created_at, expires_at, last_used_at, revoked_at'
const key = `id, person_id, name, scopes, hash, former_hash, former_until, created_at, expires_at,
  last_used_at, revoked_at`
const invitation = `id, code_hash, email, role, person_id, returns_as, invited_by, created_at,
  expires_at, used_at, revoked_at`

export function readPeople(queries: Queries): PeopleReader {
  const byId = (columns: string, table: string) =>
    `SELECT ${columns} FROM ${table} WHERE organisation_id = $1 AND id = $2`
  return {
    async organisationName() {
      const [name] = await queries.texts('SELECT name FROM organisations WHERE id = $1')
      return name
    },
    person: (id) => queries.find<Person>(byId(person, 'people'), id),
    personByEmail: (email) =>
      queries.find<Person>(
        `SELECT ${person} FROM people
         WHERE organisation_id = $1 AND email = $2 AND removed_at IS NULL`,
        email,
      ),
    people: () =>
      queries.list<Person>(
        `SELECT ${person} FROM people
         WHERE organisation_id = $1 AND removed_at IS NULL ORDER BY joined_at, id`,
      ),
    token: (id) => queries.find<Token>(byId(token, 'tokens'), id),
    signedIn: (kind, id) => {
      const [table, own, isKind] =
        kind === 'key'
          ? ['api_keys', 'c.scopes, c.former_hash, c.former_until,', '$3 = $3']
          : ['tokens', '', 'c.kind = $3']
      return queries.find<SignedInAs>(
        `SELECT ${own} c.hash, c.expires_at, c.last_used_at, c.revoked_at,
           jsonb_build_object('id', p.id, 'name', p.name, 'role', p.role) AS person
         FROM ${table} AS c JOIN people AS p ON p.organisation_id = $1 AND p.id = c.person_id
         WHERE c.organisation_id = $1 AND c.id = $2 AND ${isKind} AND p.removed_at IS NULL`,
        id,
        kind,
      )
    },
    openTokens: (at) =>
      queries.list<Token>(
        `SELECT ${token} FROM tokens
         WHERE organisation_id = $1 AND revoked_at IS NULL AND expires_at > $2
         ORDER BY coalesce(last_used_at, created_at) DESC, id`,
        at,
      ),
    key: (id) => queries.find<StoredKey>(byId(key, 'api_keys'), id),
    keys: () =>
      queries.list<StoredKey>(
        `SELECT ${key} FROM api_keys
         WHERE organisation_id = $1 AND revoked_at IS NULL ORDER BY created_at, id`,
      ),
    invitation: (id) => queries.find<Invitation>(byId(invitation, 'invitations'), id),
    openInvitations: (at) =>
      queries.list<Invitation>(
        `SELECT ${invitation} FROM invitations
         WHERE organisation_id = $1 AND used_at IS NULL AND revoked_at IS NULL AND expires_at > $2
         ORDER BY created_at, id`,
        at,
      ),
    formerPerson: (email) =>
      queries.find<Person>(
        `SELECT ${person} FROM people AS p
         WHERE organisation_id = $1 AND email = $2 AND removed_at IS NOT NULL
           AND NOT EXISTS (SELECT FROM people AS now WHERE now.organisation_id = $1
             AND now.email = $2 AND now.removed_at IS NULL)
         ORDER BY removed_at DESC LIMIT 1`,
        email,
      ),
    signOn: readSignOn(queries),
    policy: () => findPolicy(queries),
    quota: () => readQuota(queries),
    used: (at) => readUsed(queries, at),
    audit: (limit, before = Number.MAX_SAFE_INTEGER) =>
      queries.list<AuditEntry>(
        `SELECT number, at, action, subject, facts, request_id,
           CASE WHEN person_id IS NOT NULL
             THEN jsonb_build_object('id', person_id, 'name', coalesce(name, '')) END AS person
         FROM audit
         LEFT JOIN people ON people.organisation_id = audit.organisation_id AND people.id = person_id
         WHERE audit.organisation_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3`,
        before,
        limit,
      ),
  }
}

export function findPolicy(queries: Queries): Promise<StoredPolicy | undefined> {
  return queries.find<StoredPolicy>(
    `SELECT version, approve, people, decided_by, decided_at FROM approval_policies
     WHERE organisation_id = $1 ORDER BY version DESC LIMIT 1`,
  )
}

export async function readQuota(queries: Queries): Promise<Partial<Quota>> {
  const columns = quotaNames.map(columnName).join(', ')
  const sql = `SELECT ${columns} FROM quotas WHERE organisation_id = $1`
  return (await queries.find<Partial<Quota>>(sql)) ?? {}
}

export async function readSharedUsage(queries: Queries): Promise<SharedUsage> {
  const usage = await queries.find<SharedUsage>(
    'SELECT memories, bytes FROM shared_usage WHERE organisation_id = $1',
  )
  const { memories = 0, bytes = 0 } = usage ?? {}
  const removals = await queries.number(
    'SELECT sum(removals) FROM shared_usage_by_person WHERE organisation_id = $1',
  )
  return { memories: memories + removals, bytes }
}

/** @param at keys that expired earlier are not counted */
async function readUsed(queries: Queries, at: string): Promise<Quota> {
  return {
    ...(await readSharedUsage(queries)),
    perPerson: await queries.number(
      'SELECT max(memories + removals) FROM shared_usage_by_person WHERE organisation_id = $1',
    ),
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
