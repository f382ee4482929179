/** Stores projects and their identities. */

import type { ScopeAddress } from '../../../core/model/memory.ts'
import type { MemoryStore } from '../../../core/ports/memory-store.ts'
import type {
  MovedRows,
  Project,
  ProjectMergeStore,
  ProjectStore,
  ProjectSummary,
  Promotion,
  PromotionStore,
} from '../../../core/ports/projects.ts'
import type { Clock, IdSource } from '../../../core/ports/runtime.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'
import type { ChangeRecorder } from './change-feed.ts'
import { deleteCommitsOf } from './commit-store.ts'

export function createProjectStore(
  database: Database,
  { clock, ids }: { clock: Clock; ids: IdSource },
  changes?: ChangeRecorder,
): ProjectStore {
  const now = () => clock.now().toISOString()
  const addAlias = (projectId: string, identity: string) =>
    database.insert(
      'project_aliases',
      { identity, projectId, createdAt: now() },
      'ON CONFLICT DO NOTHING',
    )
  return {
    async findByIdentity(identity) {
      return database.find(
        `SELECT * FROM projects WHERE identity = ?1
         OR id = (SELECT project_id FROM project_aliases WHERE identity = ?1)
         ORDER BY identity = ?1 DESC`,
        identity,
      )
    },
    find: async (id) => database.find('SELECT * FROM projects WHERE id = ?', id),
    async insert({ identity, name, root, id = ids.next(), createdAt = now() }) {
      const project = { id, identity, name, root, createdAt }
      const added = database.insert('projects', project, 'ON CONFLICT (identity) DO NOTHING')
      if (added > 0) changes?.record('project', project.id, 'created')
      return database.find('SELECT * FROM projects WHERE identity = ?', identity) ?? project
    },
    async changeIdentity(id, identity) {
      const [former] = database.texts('SELECT identity FROM projects WHERE id = ?', id)
      if (former === undefined || former === identity) return
      database.run('DELETE FROM project_aliases WHERE identity = ?', identity)
      database.run('UPDATE projects SET identity = ? WHERE id = ?', identity, id)
      addAlias(id, former)
      changes?.record('project', id, 'updated')
    },
    async addAliases(id, identities) {
      for (const identity of identities) {
        const isTaken = database.has('SELECT 1 FROM projects WHERE identity = ?', identity)
        if (!isTaken && addAlias(id, identity) > 0) changes?.record('project', id, 'updated')
      }
    },
    async rename(id, name) {
      database.run('UPDATE projects SET name = ? WHERE id = ?', name, id)
      changes?.record('project', id, 'updated')
    },
    aliasesOf: async (id) =>
      database.texts('SELECT identity FROM project_aliases WHERE project_id = ?', id),
    commitsOf: async (id) =>
      database.texts(
        `WITH RECURSIVE parts (id) AS (
           SELECT ?1 UNION SELECT project_id FROM project_merges JOIN parts ON into_id = parts.id)
         SELECT commit_id FROM project_commits WHERE project_id IN parts
         ORDER BY rowid DESC LIMIT 100`,
        id,
      ),
    async addCommit(id, commit) {
      const row = { projectId: id, commitId: commit }
      database.insert('project_commits', row, 'ON CONFLICT DO NOTHING')
    },
    async list() {
      const projects = database.list<object>(
        `SELECT projects.*, count(sessions.id) AS sessions, max(sessions.last_event_at) AS last_event_at,
           (SELECT json_group_array(identity) FROM project_aliases WHERE project_id = projects.id) AS aliases,
           (SELECT json_group_array(json_object('id', project_id, 'name', name, 'at', at) ORDER BY rowid)
            FROM project_merges WHERE into_id = projects.id) AS merged
         FROM projects LEFT JOIN sessions ON sessions.project_id = projects.id
         GROUP BY projects.id ORDER BY last_event_at DESC NULLS LAST, projects.id`,
      )
      return projects.map(summaries.read)
    },
  }
}

const summaries = rowForm<ProjectSummary>({ json: ['aliases', 'merged'] })

/** Returns the project, or the one it was merged into since its id was read. */
export function presentProject(database: Database, id: string): string {
  const [into] = database.texts('SELECT into_id FROM project_merges WHERE project_id = ?', id)
  return into === undefined ? id : presentProject(database, into)
}

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
  memories: MemoryStore,
  changes: ChangeRecorder,
): ProjectMergeStore {
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
      // They are read again if the other project's history contains them.
      deleteCommitsOf(database, changes, from)
      database.run('DELETE FROM projects WHERE id = ?', from)
      const alias = { identity, projectId: into, createdAt: at }
      database.insert('project_aliases', alias, 'ON CONFLICT DO NOTHING')
      changes.record('project', from, 'removed')
      changes.record('project', into, 'updated')
      changes.recordMovedSessions(moved.sessions)
    },
    async moved(projectId) {
      const merge = find(projectId)
      return merge ? readMoved(merge.moved) : noRows
    },
    async giveBack(projectId) {
      const merge = find(projectId)
      if (!merge) return
      const { intoId: into, identity } = merge
      const moved = readMoved(merge.moved)
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

function readMoved(text: string): MovedRows {
  const { memories, ...rows } = JSON.parse(text)
  // Version 0.1 wrote `gaveWay`.
  return {
    ...noRows,
    ...rows,
    memories: { ...memories, adjusted: memories.adjusted ?? memories.gaveWay },
  }
}

const addressOf = (projectId: string): ScopeAddress => ({ scope: 'project', scopeId: projectId })

const noRows: MovedRows = {
  aliases: [],
  sessions: [],
  consolidations: [],
  injections: [],
  promotions: [],
  memories: { memories: [], revisions: [], adjusted: [] },
}

export function createPromotionStore(database: Database): PromotionStore {
  return {
    list: async (projectId) =>
      database.list<Promotion>(
        'SELECT * FROM promotions WHERE ?1 IS NULL OR project_id = ?1 ORDER BY memory_id',
        projectId,
      ),
    put: async (promotion) => database.put('promotions', { ...promotion }),
    async remove(memoryId) {
      database.run('DELETE FROM promotions WHERE memory_id = ?', memoryId)
    },
    async heldIn(projectId, files) {
      return database.list<Promotion>(
        `SELECT promotions.* FROM promotions JOIN memories ON id = memory_id
         AND lower(hex(memories.content_hash)) = promotions.content_hash
         WHERE project_id = ? AND part = 'line' AND state = 'held'
         AND file IN (SELECT value FROM json_each(?)) ORDER BY memory_id`,
        projectId,
        JSON.stringify(files),
      )
    },
  }
}
