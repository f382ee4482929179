/** Projects that became part of another as rows, and how their rows go there and back. */
import type { ScopeAddress } from '../../../core/model/memory.ts'
import type { MemoryTransaction } from '../../../core/ports/memory-store.ts'
import type {
  MovedRows,
  ProjectMerge,
  ProjectMergeTransaction,
} from '../../../core/ports/project-merge-store.ts'
import type { Database, Row } from '../connection/database.ts'
import { insertRow } from '../connection/rows.ts'
import type { ChangeRecorder } from './change-feed.ts'
import { toProject } from './project-store.ts'

/** What belongs to a project, but for its memories: which table, and what names its rows. */
const belongings = [
  { name: 'aliases', table: 'project_aliases', key: 'identity' },
  { name: 'sessions', table: 'sessions', key: 'id' },
  { name: 'consolidations', table: 'consolidations', key: 'id' },
  { name: 'injections', table: 'injections', key: 'id' },
] as const

export function createProjectMergeStore(
  database: Database,
  memories: MemoryTransaction,
  changes: ChangeRecorder,
): ProjectMergeTransaction {
  const find = (projectId: string) =>
    database.get('SELECT * FROM project_merges WHERE project_id = ?', projectId)
  return {
    async list() {
      return database.all('SELECT * FROM project_merges ORDER BY rowid DESC').map(toMerge)
    },
    async merge(from, into, at) {
      const project = database.get('SELECT identity FROM projects WHERE id = ?', from)
      if (!project || from === into) return
      const rows = belongings.map(({ name, table, key }) => {
        const own = database.all(`SELECT ${key} AS key FROM ${table} WHERE project_id = ?`, from)
        database.run(`UPDATE ${table} SET project_id = ? WHERE project_id = ?`, into, from)
        return [name, own.map((row) => String(row.key))]
      })
      const moved: MovedRows = {
        ...noRows,
        ...Object.fromEntries(rows),
        memories: await memories.moveAll(addressOf(from), addressOf(into), at),
      }
      database.run(
        `INSERT INTO project_merges (project_id, identity, name, root, created_at, into_id, at, moved)
         SELECT id, identity, name, root, created_at, ?2, ?3, ?4 FROM projects WHERE id = ?1`,
        from,
        into,
        at,
        JSON.stringify(moved),
      )
      database.run('DELETE FROM projects WHERE id = ?', from)
      const alias = { identity: String(project.identity), project_id: into, created_at: at }
      insertRow(database, 'project_aliases', alias, 'ON CONFLICT DO NOTHING')
      changes.record('project', from, 'removed')
      changes.record('project', into, 'updated')
      changes.recordMovedSessions(moved.sessions)
    },
    async moved(projectId) {
      return readMoved(find(projectId))
    },
    async giveBack(projectId) {
      const merge = find(projectId)
      if (!merge) return
      const into = String(merge.into_id)
      const moved = readMoved(merge)
      database.run(
        `INSERT INTO projects (id, identity, name, root, created_at)
         SELECT project_id, identity, name, root, created_at FROM project_merges
         WHERE project_id = ?`,
        projectId,
      )
      database.run('DELETE FROM project_aliases WHERE identity = ?', String(merge.identity))
      for (const { name, table, key } of belongings) {
        database.run(
          `UPDATE ${table} SET project_id = ? WHERE project_id = ?
           AND ${key} IN (SELECT value FROM json_each(?))`,
          projectId,
          into,
          JSON.stringify(moved[name]),
        )
      }
      await memories.moveBack(moved.memories, addressOf(into), addressOf(projectId))
      database.run('DELETE FROM project_merges WHERE project_id = ?', projectId)
      changes.record('project', projectId, 'restored')
      changes.record('project', into, 'updated')
      changes.recordMovedSessions(moved.sessions)
    },
  }
}

function addressOf(projectId: string): ScopeAddress {
  return { scope: 'project', scopeId: projectId }
}

function readMoved(row: Row | undefined): MovedRows {
  return row ? (JSON.parse(String(row.moved)) as MovedRows) : noRows
}

const noRows: MovedRows = {
  aliases: [],
  sessions: [],
  consolidations: [],
  injections: [],
  memories: { memories: [], revisions: [], gaveWay: [] },
}

function toMerge(row: Row): ProjectMerge {
  return {
    project: toProject({ ...row, id: row.project_id ?? null }),
    into: String(row.into_id),
    at: String(row.at),
  }
}
