/** Stores the operations waiting for the team server, in order. */
import type {
  QueuedOperation,
  TeamClientStore,
  TeamCounts,
} from '../../../core/ports/team/team-client-store.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'

/** No operation waits longer than this, even if the clock was set back. */
const longestWait = '+10 minutes'

const form = rowForm<QueuedOperation>({ json: ['payload'], flags: ['wasSent'] })

export function createOutbox(database: Database) {
  const operations = (condition: string, ...values: readonly (string | number)[]) =>
    database
      .list<QueuedOperation>(`SELECT * FROM team_outbox AS operation WHERE ${condition}`, ...values)
      .map((row) => form.read({ ...row, textHash: row.textHash ?? '' }))
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
      operations(
        `state = 'waiting' AND (next_try_at IS NULL OR next_try_at <= ?1
           OR next_try_at > strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '${longestWait}'))
         AND NOT EXISTS (SELECT 1 FROM team_outbox AS earlier
           WHERE earlier.memory_id = operation.memory_id
           AND earlier.position < operation.position)
         ORDER BY position LIMIT ?2`,
        now,
        limit,
      ),
    operationsOf: async (memoryId) => operations('memory_id = ? ORDER BY position', memoryId),
    hasOperationsIn: async (project) =>
      database.has('SELECT 1 FROM team_outbox WHERE project = ?', project),
    parked: async (limit) => operations("state = 'parked' ORDER BY position LIMIT ?", limit),
    delayed: async () =>
      database.list(
        `SELECT problem, count(*) AS count FROM team_outbox
         WHERE state = 'waiting' AND problem IS NOT NULL GROUP BY problem ORDER BY 2 DESC, 1`,
      ),
    counts: async () =>
      database.find<TeamCounts>(
        `SELECT (SELECT count(*) FROM team_outbox WHERE state = 'waiting') AS waiting,
           (SELECT count(*) FROM team_outbox WHERE state = 'parked') AS parked,
           (SELECT count(*) FROM team_items WHERE state = 'synced' AND type = 'memory') AS synced,
           (SELECT count(*) FROM team_items WHERE state = 'synced' AND type = 'digest') AS digests,
           (SELECT count(*) FROM team_items WHERE state = 'local-only') AS local_only`,
      ) ?? { waiting: 0, parked: 0, synced: 0, digests: 0, localOnly: 0 },
  } satisfies Partial<TeamClientStore>
}
