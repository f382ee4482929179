/** Projects and their identities as rows. */
import type { Clock, IdSource } from '../../../core/ports/clock.ts'
import type { Project, ProjectStore } from '../../../core/ports/project-store.ts'
import type { Queries } from '../connection/queries.ts'
import type { ChangeRecorder } from '../feed/change-recorder.ts'

const columns = 'id, identity, name, root, created_at'

export function createProjectStore(
  queries: Queries,
  { clock, ids }: { readonly clock: Clock; readonly ids: IdSource },
  changes: ChangeRecorder,
): ProjectStore {
  const now = () => clock.now().toISOString()
  const find = (condition: string, value: string) =>
    queries.find<Project>(
      `SELECT ${columns} FROM projects WHERE organisation_id = $1 AND ${condition}`,
      value,
    )
  const addAlias = (projectId: string, identity: string) =>
    queries.insert(
      'project_aliases',
      { identity, projectId, createdAt: now() },
      'ON CONFLICT DO NOTHING',
    )
  return {
    async findByIdentity(identity) {
      const byAlias = `id = (SELECT project_id FROM project_aliases
        WHERE organisation_id = $1 AND identity = $2)`
      return (await find('identity = $2', identity)) ?? find(byAlias, identity)
    },
    find: (id) => find('id = $2', id),
    async insert({ identity, name, root, id = ids.next(), createdAt = now() }) {
      const project = { id, identity, name, root, createdAt }
      const unlessKnown = 'ON CONFLICT (organisation_id, identity) DO NOTHING'
      const added = await queries.insert('projects', project, unlessKnown)
      if (added > 0) await changes.record('project', project.id, 'created')
      return (await find('identity = $2', identity)) ?? project
    },
    async changeIdentity(id, identity) {
      const project = await find('id = $2', id)
      if (!project || project.identity === identity) return
      const release = 'DELETE FROM project_aliases WHERE organisation_id = $1 AND identity = $2'
      await queries.run(release, identity)
      await queries.update('projects', id, { identity })
      await addAlias(id, project.identity)
      await changes.record('project', id, 'updated')
    },
    async addAliases(id, identities) {
      for (const identity of identities) {
        const isTaken = (await find('identity = $2', identity)) !== undefined
        if (isTaken || (await addAlias(id, identity)) === 0) continue
        await changes.record('project', id, 'updated')
      }
    },
    async rename(id, name) {
      await queries.update('projects', id, { name })
      await changes.record('project', id, 'updated')
    },
    aliasesOf: (id) =>
      queries.texts(
        'SELECT identity FROM project_aliases WHERE organisation_id = $1 AND project_id = $2',
        id,
      ),
    commitsOf: (id) =>
      queries.texts(
        `WITH RECURSIVE parts (id) AS (
           SELECT $2::text COLLATE "C" UNION SELECT project_id FROM project_merges
           JOIN parts ON into_id = parts.id WHERE organisation_id = $1)
         SELECT commit_id FROM project_commits WHERE organisation_id = $1
         AND project_id IN (SELECT id FROM parts) ORDER BY added DESC LIMIT 100`,
        id,
      ),
    async addCommit(projectId, commitId) {
      const row = { projectId, commitId }
      await queries.insert('project_commits', row, 'ON CONFLICT DO NOTHING')
    },
    async list() {
      return queries.list(
        `SELECT ${columns}, coalesce(s.sessions, 0) AS sessions, s.last_event_at,
           coalesce((SELECT jsonb_agg(identity ORDER BY identity) FROM project_aliases AS a
             WHERE a.organisation_id = $1 AND a.project_id = p.id), '[]') AS aliases,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', project_id, 'name', m.name,
               'at', ${isoTime('m.at')}) ORDER BY added)
             FROM project_merges AS m WHERE m.organisation_id = $1 AND into_id = p.id), '[]') AS merged
         FROM projects AS p LEFT JOIN (
           SELECT project_id, count(*) AS sessions, max(last_event_at) AS last_event_at
           FROM sessions WHERE organisation_id = $1 GROUP BY project_id) AS s ON s.project_id = p.id
         WHERE p.organisation_id = $1 ORDER BY s.last_event_at DESC NULLS LAST, p.id`,
      )
    },
  }
}

const isoTime = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The project itself, or the one it was merged into since its id was read. */
export async function presentProject(queries: Queries, id: string): Promise<string> {
  const into = 'SELECT into_id FROM project_merges WHERE organisation_id = $1 AND project_id = $2'
  const [next] = await queries.texts(into, id)
  return next === undefined ? id : presentProject(queries, next)
}
