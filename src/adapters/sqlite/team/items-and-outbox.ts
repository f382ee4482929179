/** What the server has of each memory, and states of it that wait here. */
import type { BucketEntry, SharedState } from '../../../contract/team/sync.ts'
import type {
  QueuedOperation,
  TeamClientStore,
  TeamCounts,
  TeamItem,
} from '../../../core/ports/team/team-client-store.ts'
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

// The operations that wait to be sent, in their order.

type OutboxStore = Pick<
  TeamClientStore,
  | 'addOperation'
  | 'freezeOperation'
  | 'failOperation'
  | 'delayOperation'
  | 'removeOperation'
  | 'retryParked'
  | 'retryDelayed'
  | 'dueOperations'
  | 'operationsOf'
  | 'hasOperationsIn'
  | 'parked'
  | 'delayed'
  | 'counts'
>

/** A clock that was set back must not stop an operation for long: none waits longer than this. */
const longestWait = '+10 minutes'

export function createOutboxStore(database: Database): OutboxStore {
  return {
    async addOperation({ memoryId, kind, project, type }) {
      database.insert('team_outbox', { memoryId, kind, project, type })
    },
    async freezeOperation(position, payload, textHash) {
      database.run(
        'UPDATE team_outbox SET payload = ?, text_hash = ?, was_sent = 1 WHERE position = ?',
        JSON.stringify(payload),
        textHash,
        position,
      )
    },
    async failOperation(position, problem, nextTryAt) {
      database.run(
        `UPDATE team_outbox SET tries = tries + 1, problem = ?1, next_try_at = ?2,
           state = iif(?2 IS NULL, 'parked', 'waiting') WHERE position = ?3`,
        problem,
        nextTryAt,
        position,
      )
    },
    async delayOperation(position, problem, nextTryAt) {
      database.run(
        `UPDATE team_outbox SET payload = NULL, text_hash = NULL, problem = ?, next_try_at = ?
         WHERE position = ?`,
        problem,
        nextTryAt,
        position,
      )
    },
    async removeOperation(position) {
      database.overwriteDeleted()
      database.run('DELETE FROM team_outbox WHERE position = ?', position)
    },
    retryParked: async (tries) =>
      database.run(
        `UPDATE team_outbox SET state = 'waiting', tries = 0, next_try_at = NULL
         WHERE state = 'parked' AND tries >= ?`,
        tries,
      ),
    async retryDelayed() {
      database.run("UPDATE team_outbox SET next_try_at = NULL WHERE state = 'waiting'")
    },
    dueOperations: async (now, limit) =>
      database
        .list<OperationRow>(
          `SELECT * FROM team_outbox AS operation WHERE state = 'waiting'
           AND (next_try_at IS NULL OR next_try_at <= ?1
             OR next_try_at > strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '${longestWait}'))
           AND NOT EXISTS (SELECT 1 FROM team_outbox AS earlier
             WHERE earlier.memory_id = operation.memory_id
             AND earlier.position < operation.position)
           ORDER BY position LIMIT ?2`,
          now,
          limit,
        )
        .map(toOperation),
    operationsOf: async (memoryId) =>
      database
        .list<OperationRow>(
          'SELECT * FROM team_outbox WHERE memory_id = ? ORDER BY position',
          memoryId,
        )
        .map(toOperation),
    hasOperationsIn: async (project) =>
      database.has('SELECT 1 FROM team_outbox WHERE project = ?', project),
    parked: async (limit) =>
      database
        .list<OperationRow>(
          "SELECT * FROM team_outbox WHERE state = 'parked' ORDER BY position LIMIT ?",
          limit,
        )
        .map(toOperation),
    delayed: async () =>
      database.list(
        `SELECT problem, count(*) AS count FROM team_outbox
         WHERE state = 'waiting' AND problem IS NOT NULL GROUP BY problem ORDER BY 2 DESC, 1`,
      ),
    counts: async () =>
      database.find<TeamCounts>(
        `SELECT (SELECT count(*) FROM team_outbox WHERE state = 'waiting') AS waiting,
           (SELECT count(*) FROM team_outbox WHERE state = 'parked') AS parked,
           (SELECT count(*) FROM team_shadows) AS shadows,
           (SELECT count(*) FROM team_items WHERE state = 'synced' AND type = 'memory') AS synced,
           (SELECT count(*) FROM team_items WHERE state = 'synced' AND type = 'digest') AS digests,
           (SELECT count(*) FROM team_items WHERE state = 'local-only') AS local_only`,
      ) ?? { waiting: 0, parked: 0, shadows: 0, synced: 0, digests: 0, localOnly: 0 },
  }
}

type OperationRow = Omit<QueuedOperation, 'payload' | 'textHash' | 'wasSent'> & {
  readonly payload: string | undefined
  readonly textHash: string | undefined
  readonly wasSent: number
}

function toOperation({ payload, textHash = '', wasSent, ...row }: OperationRow): QueuedOperation {
  return {
    ...row,
    payload: payload === undefined ? undefined : JSON.parse(payload),
    textHash,
    wasSent: wasSent === 1,
  }
}
