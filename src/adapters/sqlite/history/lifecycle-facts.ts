/** What lifecycle events are told from, read from rows. */
import type { JsonObject } from '../../../core/model/json.ts'
import type { CapturedEvent, LifecycleFacts } from '../../../core/ports/lifecycle-facts.ts'
import type { Database, Row } from '../connection/database.ts'
import { orUndefined } from '../connection/rows.ts'
import { unpackJson } from './payloads.ts'

export function createLifecycleFacts(database: Database): LifecycleFacts {
  return {
    async session(id) {
      const row = database.get('SELECT * FROM sessions WHERE id = ?', id)
      return (
        row && {
          id,
          host: String(row.host),
          hostSessionId: String(row.host_session_id),
          projectId: orUndefined(row.project_id),
          cwd: orUndefined(row.cwd),
        }
      )
    },
    async project(id) {
      const row = database.get('SELECT * FROM projects WHERE id = ?', id)
      if (!row) return undefined
      const aliases = database.all('SELECT identity FROM project_aliases WHERE project_id = ?', id)
      return {
        id,
        name: String(row.name),
        identity: String(row.identity),
        aliases: aliases.map(({ identity }) => String(identity)),
        root: orUndefined(row.root),
      }
    },
    async turn(id) {
      const row = database.get('SELECT session_id, number FROM turns WHERE id = ?', id)
      return row && { sessionId: String(row.session_id), number: Number(row.number) }
    },
    async lastTurn(sessionId, until) {
      const row = database.get(
        'SELECT max(number) AS number FROM turns WHERE session_id = ? AND started_at <= ?',
        sessionId,
        until,
      )
      return Number(row?.number ?? 0)
    },
    async event(id) {
      const row = database.get('SELECT * FROM events WHERE id = ?', id)
      return row && toEvent(row)
    },
    async eventsThrough({ id, sessionId }, kind) {
      return database
        .all(
          'SELECT * FROM events WHERE session_id = ? AND kind = ? AND id <= ? ORDER BY id',
          sessionId,
          kind,
          id,
        )
        .map(toEvent)
    },
    async sessionOfMemory(memoryId) {
      const row = database.get(
        `SELECT id FROM sessions WHERE id IN (
           SELECT ref FROM memory_sources WHERE memory_id = ?1 AND type = 'session'
           UNION ALL SELECT session_id FROM turns WHERE id IN
             (SELECT ref FROM memory_sources WHERE memory_id = ?1 AND type = 'turn')
           UNION ALL SELECT session_id FROM tool_events WHERE id IN
             (SELECT ref FROM memory_sources WHERE memory_id = ?1 AND type = 'tool-event'))
         ORDER BY started_at DESC, id DESC LIMIT 1`,
        memoryId,
      )
      return orUndefined(row?.id)
    },
    async memoriesFrom(sessionId) {
      const rows = database.all(
        `SELECT DISTINCT id FROM memories JOIN memory_sources ON memory_id = id
         WHERE (type = 'session' AND ref = ?1)
           OR (type = 'turn' AND ref IN (SELECT id FROM turns WHERE session_id = ?1))
           OR (type = 'tool-event' AND ref IN (SELECT id FROM tool_events WHERE session_id = ?1))
         ORDER BY id DESC`,
        sessionId,
      )
      return rows.map(({ id }) => String(id))
    },
  }
}

function toEvent(row: Row): CapturedEvent {
  return {
    id: String(row.id),
    sessionId: String(row.session_id),
    kind: String(row.kind),
    occurredAt: String(row.occurred_at),
    fields: unpackJson(row.fields) as JsonObject,
  }
}
