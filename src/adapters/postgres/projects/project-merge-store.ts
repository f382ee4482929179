/** Merged projects, and how their rows move to the other project and back. */
import type { ScopeAddress } from '../../../core/model/memory.ts'
import type { MemoryTransaction } from '../../../core/ports/memory-store.ts'
import type {
  MovedRows,
  Project,
  ProjectMergeTransaction,
} from '../../../core/ports/project-store.ts'
import { toJson } from '../../../core/text/storable.ts'
import type { Queries } from '../connection/queries.ts'
import type { ChangeRecorder } from '../feed/change-recorder.ts'

/** The tables whose rows belong to a project, except memories, and their keys. */
const belongings = [
  { name: 'aliases', table: 'project_aliases', key: 'identity' },
  { name: 'sessions', table: 'sessions', key: 'id' },
  { name: 'consolidations', table: 'consolidations', key: 'id' },
] as const

export function createProjectMergeStore(
  queries: Queries,
  memories: MemoryTransaction,
  changes: ChangeRecorder,
): ProjectMergeTransaction {
  const find = (projectId: string) =>
    queries.find<{ identity: string; intoId: string; moved: MovedRows }>(
      `SELECT identity, into_id, moved FROM project_merges
       WHERE organisation_id = $1 AND project_id = $2`,
      projectId,
    )
  return {
    async list() {
      const merges = await queries.list<Project & { into: string; at: string }>(
        `SELECT project_id AS id, identity, name, root, created_at, into_id AS "into", at
         FROM project_merges WHERE organisation_id = $1 ORDER BY added DESC`,
      )
      return merges.map(({ into, at, ...project }) => ({ project, into, at }))
    },
    async merge(from, into, at) {
      const [identity] = await queries.texts(
        'SELECT identity FROM projects WHERE organisation_id = $1 AND id = $2',
        from,
      )
      if (identity === undefined || from === into) return
      const moved = await moveBelongings(queries, from, into)
      const record = toJson({
        ...noRows,
        ...moved,
        memories: await memories.moveAll(addressOf(from), addressOf(into), at),
      } satisfies MovedRows)
      await queries.run(
        `INSERT INTO project_merges
           (organisation_id, project_id, identity, name, root, created_at, into_id, at, moved)
         SELECT $1, id, identity, name, root, created_at, $3, $4, $5 FROM projects
         WHERE organisation_id = $1 AND id = $2`,
        from,
        into,
        at,
        record,
      )
      await queries.run('DELETE FROM projects WHERE organisation_id = $1 AND id = $2', from)
      const alias = { identity, projectId: into, createdAt: at }
      await queries.insert('project_aliases', alias, 'ON CONFLICT DO NOTHING')
      await changes.record('project', from, 'removed')
      await changes.record('project', into, 'updated')
    },
    moved: async (projectId) => (await find(projectId))?.moved ?? noRows,
    async giveBack(projectId) {
      const merge = await find(projectId)
      if (!merge) return
      const { intoId: into, identity, moved } = merge
      await queries.run(
        `INSERT INTO projects (organisation_id, id, identity, name, root, created_at)
         SELECT $1, project_id, identity, name, root, created_at FROM project_merges
         WHERE organisation_id = $1 AND project_id = $2`,
        projectId,
      )
      await queries.run(
        'DELETE FROM project_aliases WHERE organisation_id = $1 AND identity = $2',
        identity,
      )
      for (const { name, table, key } of belongings) {
        await queries.run(
          `UPDATE ${table} SET project_id = $2
           WHERE organisation_id = $1 AND project_id = $3 AND ${key} = ANY($4)`,
          projectId,
          into,
          moved[name],
        )
      }
      await memories.moveBack(moved.memories, addressOf(into), addressOf(projectId))
      await queries.run(
        'DELETE FROM project_merges WHERE organisation_id = $1 AND project_id = $2',
        projectId,
      )
      await changes.record('project', projectId, 'restored')
      await changes.record('project', into, 'updated')
    },
  }
}

/** @returns the keys of the rows that moved */
async function moveBelongings(
  queries: Queries,
  from: string,
  into: string,
): Promise<Record<string, string[]>> {
  const moved: Record<string, string[]> = {}
  for (const { name, table, key } of belongings) {
    moved[name] = await queries.texts(
      `UPDATE ${table} SET project_id = $3 WHERE organisation_id = $1 AND project_id = $2
       RETURNING ${key}`,
      from,
      into,
    )
  }
  return moved
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
