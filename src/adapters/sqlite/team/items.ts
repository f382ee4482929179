/** What the server has of each memory, and states of it that wait here. */
import type { BucketEntry, SharedState } from '../../../contract/team/sync.ts'
import type { TeamClientStore, TeamItem } from '../../../core/ports/team/team-client-store.ts'
import type { Database } from '../connection/database.ts'

type ItemStore = Pick<
  TeamClientStore,
  | 'item'
  | 'itemsOf'
  | 'itemsIn'
  | 'entriesIn'
  | 'itemsReplacedBy'
  | 'putItem'
  | 'shadow'
  | 'shadowsOf'
  | 'putShadow'
  | 'removeShadow'
  | 'removeShadows'
>

export function createItemStore(database: Database): ItemStore {
  const select = 'SELECT * FROM team_items WHERE'
  const items = (sql: string, ...values: readonly (string | number)[]) =>
    database.list<ItemRow>(sql, ...values).map(toItem)
  const parse = (texts: readonly string[]) => texts.map((text) => JSON.parse(text) as SharedState)
  return {
    item: async (project, memoryId) =>
      items(`${select} project = ? AND memory_id = ?`, project, memoryId)[0],
    itemsOf: async (memoryId) => items(`${select} memory_id = ? ORDER BY project`, memoryId),
    itemsIn: async (project, after, limit) =>
      items(
        `${select} project = ? AND memory_id > ? ORDER BY memory_id LIMIT ?`,
        project,
        after,
        limit,
      ),
    entriesIn: async (project) =>
      database.list<BucketEntry>(
        `SELECT memory_id AS id, version, type FROM team_items
         WHERE project = ? AND version > 0 ORDER BY memory_id`,
        project,
      ),
    itemsReplacedBy: async (memoryId) =>
      items(`${select} successor = ? ORDER BY project, memory_id`, memoryId),
    async putItem({ origin, ...item }) {
      const changed = [
        'kind',
        'version',
        'type',
        'text_hash',
        'author_id',
        'origin',
        'state',
        'successor',
        'hour_count',
      ]
      const assignments = changed.map((name) => `${name} = excluded.${name}`).join(', ')
      const row = { ...item, origin: origin && JSON.stringify(origin) }
      database.insert('team_items', row, `ON CONFLICT DO UPDATE SET ${assignments}`)
    },
    shadow: async (project, memoryId) =>
      parse(
        database.texts(
          'SELECT state FROM team_shadows WHERE project = ? AND memory_id = ?',
          project,
          memoryId,
        ),
      )[0],
    shadowsOf: async (memoryId) =>
      parse(
        database.texts(
          'SELECT state FROM team_shadows WHERE memory_id = ? ORDER BY project',
          memoryId,
        ),
      ),
    async putShadow(state) {
      const { project, id: memoryId } = state
      const row = { project, memoryId, state: JSON.stringify(state) }
      database.insert('team_shadows', row, 'ON CONFLICT DO UPDATE SET state = excluded.state')
    },
    async removeShadows(project) {
      database.overwriteDeleted()
      database.run('DELETE FROM team_shadows WHERE project = ?', project)
    },
    async removeShadow(project, memoryId) {
      database.overwriteDeleted()
      database.run(
        'DELETE FROM team_shadows WHERE project = ? AND memory_id = ?',
        project,
        memoryId,
      )
    },
  }
}

type ItemRow = Omit<TeamItem, 'origin'> & { readonly origin: string | undefined }

function toItem({ origin, ...row }: ItemRow): TeamItem {
  return { ...row, origin: origin === undefined ? undefined : JSON.parse(origin) }
}
