/** Stores what the server has of each memory and digest, and its states waiting here. */
import type { BucketEntry, SharedMemory, SharedState } from '../../../contract/team/sync.ts'
import type { TeamClientStore, TeamItem } from '../../../core/ports/team/team-client-store.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'

/** A condition on rows of `team_shadows`. */
const isKnown = `EXISTS (SELECT 1 FROM team_items AS item WHERE item.project = team_shadows.project
  AND item.memory_id = team_shadows.memory_id
  AND item.version = json_extract(team_shadows.state, '$.version'))`

const form = rowForm<TeamItem>({ json: ['origin'] })

export function createSharedItems(database: Database) {
  const items = (condition: string, ...values: readonly (string | number)[]) =>
    database.list<object>(`SELECT * FROM team_items WHERE ${condition}`, ...values).map(form.read)
  const shadows = (condition: string, ...values: readonly string[]) =>
    database
      .texts(`SELECT state FROM team_shadows WHERE ${condition}`, ...values)
      .map((state) => JSON.parse(state) as SharedState)
  const removeShadows = (condition: string, ...values: readonly string[]) => {
    database.overwriteDeleted()
    database.run(`DELETE FROM team_shadows WHERE ${condition}`, ...values)
  }
  const oneItem = 'project = ? AND memory_id = ?'
  return {
    item: async (project, memoryId) => items(oneItem, project, memoryId)[0],
    itemsOf: async (memoryId) => items('memory_id = ? ORDER BY project', memoryId),
    itemsIn: async (project, after, limit) =>
      items('project = ? AND memory_id > ? ORDER BY memory_id LIMIT ?', project, after, limit),
    itemsReplacedBy: async (memoryId) =>
      items('successor = ? ORDER BY project, memory_id', memoryId),
    entriesIn: async (project) =>
      database.list<BucketEntry>(
        `SELECT memory_id AS id, version, type FROM team_items
         WHERE project = ? AND version > 0 ORDER BY memory_id`,
        project,
      ),
    putItem: async (item) => database.put('team_items', form.write(item)),
    shadow: async (project, memoryId) => shadows(oneItem, project, memoryId)[0],
    shadowsOf: async (memoryId) => shadows('memory_id = ? ORDER BY project', memoryId),
    waitingEdits: async () => shadows(`${isKnown} ORDER BY project, memory_id`) as SharedMemory[],
    async putShadow(state) {
      const { project, id: memoryId } = state
      database.put('team_shadows', { project, memoryId, state: JSON.stringify(state) })
    },
    removeShadow: async (project, memoryId) => removeShadows(oneItem, project, memoryId),
    removeShadows: async (project) => removeShadows(`project = ? AND NOT (${isKnown})`, project),
  } satisfies Partial<TeamClientStore>
}
