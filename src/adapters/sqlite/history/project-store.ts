/** Projects and their identities as rows. */
import type { Clock, IdSource } from '../../../core/ports/clock.ts'
import type { MergedProject, Project, ProjectStore } from '../../../core/ports/project-store.ts'
import type { Database, Row } from '../connection/database.ts'
import { insertRow, orNull, orUndefined } from '../connection/rows.ts'
import type { ChangeRecorder } from './change-feed.ts'

export function createProjectStore(
  database: Database,
  { clock, ids }: { clock: Clock; ids: IdSource },
  changes?: ChangeRecorder,
): ProjectStore {
  const addAlias = (id: string, identity: string) =>
    database.run(
      'INSERT INTO project_aliases (identity, project_id, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      identity,
      id,
      clock.now().toISOString(),
    )
  return {
    async findByIdentity(identity) {
      const row = database.get(
        `SELECT * FROM projects WHERE identity = ?1
         OR id = (SELECT project_id FROM project_aliases WHERE identity = ?1)
         ORDER BY identity = ?1 DESC`,
        identity,
      )
      return row && toProject(row)
    },
    async find(id) {
      const row = database.get('SELECT * FROM projects WHERE id = ?', id)
      return row && toProject(row)
    },
    async insert({ identity, name, root }) {
      const createdAt = clock.now().toISOString()
      const project = { id: ids.next(), identity, name, root, createdAt }
      const added = insertRow(
        database,
        'projects',
        { id: project.id, identity, name, root: orNull(root), created_at: createdAt },
        'ON CONFLICT (identity) DO NOTHING',
      )
      if (added > 0) changes?.record('project', project.id, 'created')
      const row = database.get('SELECT * FROM projects WHERE identity = ?', identity)
      return row ? toProject(row) : project
    },
    async changeIdentity(id, identity) {
      const former = database.get('SELECT identity FROM projects WHERE id = ?', id)
      if (!former || former.identity === identity) return
      database.run('DELETE FROM project_aliases WHERE identity = ?', identity)
      database.run('UPDATE projects SET identity = ? WHERE id = ?', identity, id)
      addAlias(id, String(former.identity))
      changes?.record('project', id, 'updated')
    },
    async addAliases(id, identities) {
      for (const identity of identities) {
        const taken = database.get('SELECT 1 FROM projects WHERE identity = ?', identity)
        if (!taken && addAlias(id, identity) > 0) changes?.record('project', id, 'updated')
      }
    },
    async rename(id, name) {
      database.run('UPDATE projects SET name = ? WHERE id = ?', name, id)
      changes?.record('project', id, 'updated')
    },
    async list() {
      const rows = database.all(
        `SELECT projects.*, count(sessions.id) AS session_count, max(sessions.last_event_at) AS last_event_at,
           (SELECT json_group_array(identity) FROM project_aliases WHERE project_id = projects.id) AS aliases,
           (SELECT json_group_array(json_object('id', project_id, 'name', name, 'at', at) ORDER BY rowid)
            FROM project_merges WHERE into_id = projects.id) AS merged
         FROM projects LEFT JOIN sessions ON sessions.project_id = projects.id
         GROUP BY projects.id ORDER BY last_event_at DESC NULLS LAST, projects.id`,
      )
      return rows.map((row) => ({
        ...toProject(row),
        aliases: JSON.parse(String(row.aliases)) as string[],
        merged: JSON.parse(String(row.merged)) as MergedProject[],
        sessions: Number(row.session_count),
        lastEventAt: orUndefined(row.last_event_at),
      }))
    },
  }
}

export function toProject(row: Row): Project {
  return {
    id: String(row.id),
    identity: String(row.identity),
    name: String(row.name),
    root: orUndefined(row.root),
    createdAt: String(row.created_at),
  }
}

/** The project itself, or what it became part of since somebody read its id. */
export function presentProject(database: Database, id: string): string {
  const row = database.get('SELECT into_id FROM project_merges WHERE project_id = ?', id)
  return row ? presentProject(database, String(row.into_id)) : id
}
