/** Merged projects, and how their rows move to the other project and back. */
import type { ScopeAddress } from '../../../core/model/memory.ts'
import type { MemoryTransaction } from '../../../core/ports/memory-store.ts'
import type { MovedRows, Project, ProjectMergeTransaction } from '../../../core/ports/projects.ts'
import type { Database } from '../connection/database.ts'
import type { ChangeRecorder } from './change-feed.ts'

/** The tables whose rows belong to a project, except memories, and their keys. */
const belongings = [
  { name: 'aliases', table: 'project_aliases', key: 'identity' },
  { name: 'sessions', table: 'sessions', key: 'id' },
  { name: 'consolidations', table: 'consolidations', key: 'id' },
  { name: 'injections', table: 'injections', key: 'id' },
  { name: 'promotions', table: 'promotions', key: 'memory_id' },
] as const

export function createProjectMergeStore(
  database: Database,
  memories: MemoryTransaction,
  changes: ChangeRecorder,
): ProjectMergeTransaction {
  const find = (projectId: string) =>
    database.find<{ identity: string; intoId: string; moved: string }>(
      'SELECT identity, into_id, moved FROM project_merges WHERE project_id = ?',
      projectId,
    )
  return {
    async list() {
      const merges = database.list<Project & { into: string; at: string }>(
        `SELECT project_id AS id, identity, name, root, created_at, into_id AS "into", at
         FROM project_merges ORDER BY rowid DESC`,
      )
      return merges.map(({ into, at, ...project }) => ({ project, into, at }))
    },
    async merge(from, into, at) {
      const [identity] = database.texts('SELECT identity FROM projects WHERE id = ?', from)
      if (identity === undefined || from === into) return
      const rows = belongings.map(({ name, table, key }) => {
        const own = database.texts(`SELECT ${key} FROM ${table} WHERE project_id = ?`, from)
        database.run(`UPDATE ${table} SET project_id = ? WHERE project_id = ?`, into, from)
        return [name, own]
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
      const alias = { identity, projectId: into, createdAt: at }
      database.insert('project_aliases', alias, 'ON CONFLICT DO NOTHING')
      changes.record('project', from, 'removed')
      changes.record('project', into, 'updated')
      changes.recordMovedSessions(moved.sessions)
    },
    async moved(projectId) {
      const merge = find(projectId)
      return merge ? (JSON.parse(merge.moved) as MovedRows) : noRows
    },
    async giveBack(projectId) {
      const merge = find(projectId)
      if (!merge) return
      const { intoId: into, identity } = merge
      const moved = JSON.parse(merge.moved) as MovedRows
      database.run(
        `INSERT INTO projects (id, identity, name, root, created_at)
         SELECT project_id, identity, name, root, created_at FROM project_merges
         WHERE project_id = ?`,
        projectId,
      )
      database.run('DELETE FROM project_aliases WHERE identity = ?', identity)
      for (const { name, table, key } of belongings) {
        database.run(
          `UPDATE ${table} SET project_id = ? WHERE project_id = ?
           AND ${key} IN (SELECT value FROM json_each(?))`,
          projectId,
          into,
          JSON.stringify(moved[name] ?? []),
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

const noRows: MovedRows = {
  aliases: [],
  sessions: [],
  consolidations: [],
  injections: [],
  promotions: [],
  memories: { memories: [], revisions: [], gaveWay: [] },
}
