/** What is known about the team server, as rows. */
import type {
  JoinedProject,
  TeamClientStore,
  TeamConflict,
  TeamConnection,
  TeamPerson,
} from '../../../core/ports/team/team-client-store.ts'
import type { Database } from '../connection/database.ts'
import { createTeamDigestStore } from './digests.ts'
import { createItemStore } from './items.ts'
import { createOutboxStore } from './outbox.ts'

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
