/** What is known about the team server, as rows. */
import type {
  JoinedProject,
  TeamClientStore,
  TeamConflict,
  TeamConnection,
  TeamDigest,
  TeamPerson,
} from '../../../core/ports/team/team-client-store.ts'
import type { Database } from '../connection/database.ts'
import { createItemStore, createOutboxStore } from './items-and-outbox.ts'

export function createTeamClientStore(database: Database): TeamClientStore {
  const connection = async () => {
    const row = database.find<ConnectionRow>('SELECT * FROM team_connection')
    return row && toConnection(row)
  }
  const setConnection = async (given: TeamConnection) => {
    database.run('DELETE FROM team_connection')
    database.insert('team_connection', toRow(given))
  }
  return {
    ...createItemStore(database),
    ...createOutboxStore(database),
    ...createTeamDigestStore(database),
    connection,
    setConnection,
    async changeConnection(change) {
      const known = await connection()
      if (known) await setConnection({ ...known, ...change })
    },
    projects: async () =>
      database.list<ProjectRow>('SELECT * FROM team_projects ORDER BY name, id').map((row) => ({
        ...row,
        needsCompare: row.needsCompare === 1,
        sharesDigests: row.sharesDigests === 1,
      })),
    async putProject(project) {
      const replacing = `ON CONFLICT DO UPDATE SET local_id = excluded.local_id,
        name = excluded.name, state = excluded.state, needs_compare = excluded.needs_compare,
        shares_digests = excluded.shares_digests`
      const row = {
        ...project,
        needsCompare: Number(project.needsCompare),
        sharesDigests: Number(project.sharesDigests),
      }
      database.insert('team_projects', row, replacing)
    },
    async removeProject(id) {
      database.run('DELETE FROM team_projects WHERE id = ?', id)
      for (const table of projectTables) {
        database.run(`DELETE FROM ${table} WHERE project = ?`, id)
      }
    },
    conflicts: async () => database.list<TeamConflict>('SELECT * FROM team_conflicts ORDER BY id'),
    async putConflict(conflict) {
      database.insert('team_conflicts', { ...conflict }, 'ON CONFLICT DO NOTHING')
    },
    async removeConflict(id) {
      database.run('DELETE FROM team_conflicts WHERE id = ?', id)
    },
    person: async (id) => database.find<TeamPerson>('SELECT * FROM team_people WHERE id = ?', id),
    people: async () => database.list<TeamPerson>('SELECT * FROM team_people ORDER BY name, id'),
    async putPerson(person) {
      const replacing = `ON CONFLICT DO UPDATE SET name = excluded.name,
        approved_at = excluded.approved_at, revoked_at = excluded.revoked_at, hour_started_at = excluded.hour_started_at,
        hour_count = excluded.hour_count`
      database.insert('team_people', { ...person }, replacing)
    },
    async clear() {
      database.overwriteDeleted()
      for (const table of teamTables) database.run(`DELETE FROM ${table}`)
    },
  }
}

const projectTables = [
  'team_items',
  'team_outbox',
  'team_shadows',
  'team_conflicts',
  'team_digests',
] as const
const teamTables = ['team_connection', 'team_projects', 'team_people', ...projectTables]

type ProjectRow = Omit<JoinedProject, 'needsCompare' | 'sharesDigests'> & {
  readonly needsCompare: number
  readonly sharesDigests: number
}

type ConnectionRow = Pick<
  TeamConnection,
  'server' | 'role' | 'state' | 'problem' | 'lastContactAt' | 'comparedAt'
> & {
  readonly organisationId: string
  readonly organisationName: string
  readonly personId: string
  readonly personName: string
  readonly cursor: string | undefined
  readonly witness: string | undefined
  readonly policy: string | undefined
  readonly needsResync: number
}

function toConnection(row: ConnectionRow): TeamConnection {
  const { server, role, state, problem, lastContactAt, comparedAt } = row
  return {
    ...{ server, role, state, problem, lastContactAt, comparedAt },
    organisation: { id: row.organisationId, name: row.organisationName },
    person: { id: row.personId, name: row.personName },
    cursor: row.cursor === undefined ? undefined : JSON.parse(row.cursor),
    witness: row.witness === undefined ? undefined : JSON.parse(row.witness),
    policy: row.policy === undefined ? undefined : JSON.parse(row.policy),
    needsResync: row.needsResync === 1,
  }
}

function toRow({ organisation, person, cursor, witness, policy, ...given }: TeamConnection) {
  return {
    ...given,
    only: 1,
    organisationId: organisation.id,
    organisationName: organisation.name,
    personId: person.id,
    personName: person.name,
    cursor: cursor && JSON.stringify(cursor),
    witness: witness && JSON.stringify(witness),
    policy: policy && JSON.stringify(policy),
    needsResync: Number(given.needsResync),
  }
}

// Digests of teammates' sessions, and of those on other machines of the user.

type TeamDigestStore = Pick<
  TeamClientStore,
  'digest' | 'digests' | 'countDigests' | 'putDigest' | 'removeDigest'
>

const matching = `?1 IS NULL OR project IN (SELECT id FROM team_projects WHERE local_id = ?1)`

function createTeamDigestStore(database: Database): TeamDigestStore {
  const list = (sql: string, ...values: readonly (string | number | undefined)[]) =>
    database.list<DigestRow>(`SELECT * FROM team_digests WHERE ${sql}`, ...values).map(toDigest)
  return {
    digest: async (project, id) => list('project = ? AND id = ?', project, id)[0],
    digests: async ({ projectId }, limit, offset) =>
      list(
        `${matching} ORDER BY ended_at DESC, id DESC LIMIT ?2 OFFSET ?3`,
        projectId,
        limit,
        offset,
      ),
    countDigests: async ({ projectId }) =>
      database.number(`SELECT count(*) FROM team_digests WHERE ${matching}`, projectId),
    async putDigest({ project, id, author, text }) {
      const row = {
        ...{ project, id, authorId: author.id, authorName: author.name },
        ...{ endedAt: text.endedAt, text: JSON.stringify(text) },
      }
      const replacing = `ON CONFLICT DO UPDATE SET author_id = excluded.author_id,
        author_name = excluded.author_name, ended_at = excluded.ended_at, text = excluded.text`
      database.insert('team_digests', row, replacing)
    },
    async removeDigest(project, id) {
      database.overwriteDeleted()
      database.run('DELETE FROM team_digests WHERE project = ? AND id = ?', project, id)
    },
  }
}

interface DigestRow {
  readonly project: string
  readonly id: string
  readonly authorId: string
  readonly authorName: string
  readonly text: string
}

function toDigest({ project, id, authorId, authorName, text }: DigestRow): TeamDigest {
  return { project, id, author: { id: authorId, name: authorName }, text: JSON.parse(text) }
}
