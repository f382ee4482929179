/** Stores what this machine knows about the team server. */
import type {
  JoinedProject,
  TeamClientStore,
  TeamConflict,
  TeamConnection,
  TeamDigest,
  TeamPerson,
} from '../../../core/ports/team/team-client-store.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'
import { createOutbox } from './outbox.ts'
import { createSharedItems } from './shared-items.ts'

const projectForm = rowForm<JoinedProject>({ flags: ['needsCompare', 'sharesDigests'] })

export function createTeamClientStore(database: Database): TeamClientStore {
  const connection = async () => {
    const row = database.find<ConnectionRow>('SELECT * FROM team_connection')
    return row && toConnection(row)
  }
  const setConnection = async (given: TeamConnection) =>
    database.put('team_connection', fromConnection(given))
  return {
    ...createSharedItems(database),
    ...createOutbox(database),
    ...createTeamDigests(database),
    connection,
    setConnection,
    async changeConnection(change) {
      const known = await connection()
      if (known) await setConnection({ ...known, ...change })
    },
    projects: async () =>
      database.list<object>('SELECT * FROM team_projects ORDER BY name, id').map(projectForm.read),
    putProject: async (project) => database.put('team_projects', projectForm.write(project)),
    async removeProject(id) {
      database.run('DELETE FROM team_projects WHERE id = ?', id)
      for (const table of projectTables) database.run(`DELETE FROM ${table} WHERE project = ?`, id)
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
    putPerson: async (person) => database.put('team_people', { ...person }),
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

interface ConnectionRow extends Omit<TeamConnection, 'organisation' | 'person'> {
  readonly organisationId: string
  readonly organisationName: string
  readonly personId: string
  readonly personName: string
}

const connectionForm = rowForm<ConnectionRow & { only: number }>({
  json: ['cursor', 'witness', 'policy'],
  flags: ['needsResync'],
})

function toConnection(row: ConnectionRow): TeamConnection {
  const {
    only: _,
    organisationId,
    organisationName,
    personId,
    personName,
    ...known
  } = connectionForm.read(row)
  const organisation = { id: organisationId, name: organisationName }
  return { ...known, organisation, person: { id: personId, name: personName } }
}

function fromConnection({ organisation, person, ...given }: TeamConnection) {
  return connectionForm.write({
    ...given,
    only: 1,
    organisationId: organisation.id,
    organisationName: organisation.name,
    personId: person.id,
    personName: person.name,
  })
}

/** Digests of teammates' sessions, and of the user's sessions on other machines. */
function createTeamDigests(database: Database) {
  const matching = '?1 IS NULL OR project IN (SELECT id FROM team_projects WHERE local_id = ?1)'
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
      const by = { authorId: author.id, authorName: author.name }
      const row = { project, id, ...by, endedAt: text.endedAt, text: JSON.stringify(text) }
      database.put('team_digests', row)
    },
    async removeDigest(project, id) {
      database.overwriteDeleted()
      database.run('DELETE FROM team_digests WHERE project = ? AND id = ?', project, id)
    },
  } satisfies Partial<TeamClientStore>
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
