/** Reads events and tool events. */

import type { IdType } from '../../../contract/vocabulary.ts'
import type { Json, JsonObject } from '../../../core/model/json.ts'
import { shortIdDigits } from '../../../core/model/memory.ts'
import type {
  EventSummary,
  History,
  ToolEventDetail,
  ToolEventSummary,
} from '../../../core/ports/history.ts'
import type { Database } from '../connection/database.ts'
import { unpackJson } from './payloads.ts'
import { type ProjectColumns, toolEventColumns, withProject } from './sessions.ts'

export const selectToolEvents = `
  SELECT ${toolEventColumns}, session_id, is_foreign, input.body AS input, output.body AS output
  FROM tool_events JOIN tool_event_payloads AS input ON input.hash = input_hash
  JOIN tool_event_payloads AS output ON output.hash = output_hash WHERE tool_events.id = ?`

const selectEvents = `
  SELECT events.id, events.session_id, events.turn_id, events.kind, events.name, events.occurred_at,
    events.fields, host, sessions.cwd, project_id, projects.name AS project_name, tool_name,
    tool_events.outcome, duration_ms, input.body AS input,
    CASE events.kind WHEN 'prompt' THEN turns.prompt WHEN 'turn-end' THEN turns.answer END AS said
  FROM events JOIN sessions ON sessions.id = events.session_id
    LEFT JOIN projects ON projects.id = project_id
    LEFT JOIN turns ON turns.id = events.turn_id
    LEFT JOIN tool_events ON tool_events.id = events.id
    LEFT JOIN tool_event_payloads AS input ON input.hash = input_hash`

/** The tables that `idsLike` searches, like `isPartOfId`. */
const tables: Readonly<Record<IdType, string>> = {
  memory: 'memories',
  forgotten: 'memory_archive',
  session: 'sessions',
  turn: 'turns',
  'tool-event': 'tool_events',
  commit: 'commits',
  job: 'jobs',
  consolidation: 'consolidations',
}

export function createEventReader(database: Database) {
  return {
    async toolEvent(id) {
      const found = database.find<ToolEventDetail>(selectToolEvents, id)
      return found && { ...unpackTool(found), isForeign: Boolean(found.isForeign) }
    },
    toolEventIds: async (sessionId) =>
      database.texts('SELECT id FROM tool_events WHERE session_id = ? ORDER BY id', sessionId),
    async events(ids) {
      const byIds = 'events.id IN (SELECT value FROM json_each(?)) ORDER BY events.id'
      const found = `${selectEvents} WHERE ${byIds}`
      return database.list<StoredEvent>(found, JSON.stringify(ids)).map(toEvent)
    },
    async eventsThrough({ id, sessionId }, kind) {
      const upTo = 'events.session_id = ? AND events.kind = ? AND events.id <= ? ORDER BY events.id'
      const found = `${selectEvents} WHERE ${upTo}`
      return database.list<StoredEvent>(found, sessionId, kind, id).map(toEvent)
    },
    async idsLike(part, types, limit) {
      const found = types.flatMap((type) =>
        database
          .texts(
            // Ids are hexadecimal, so `g` sorts after every id with this prefix.
            `SELECT id FROM ${tables[type]} WHERE (id >= ?1 AND id < ?1 || 'g')
             OR substr(id, -?2) = ?1 OR substr(id, ?4, ?2) = ?1 LIMIT ?3`,
            part,
            part.length,
            limit,
            -shortIdDigits,
          )
          .map((id) => ({ type, id })),
      )
      return found.slice(0, limit)
    },
  } satisfies Partial<History>
}

type StoredEvent = Omit<EventSummary, 'project' | 'tool'> &
  ProjectColumns & {
    readonly toolName: string | undefined
    readonly input: unknown
    readonly outcome: ToolEventSummary['outcome']
    readonly durationMs: number | undefined
  }

function toEvent(stored: StoredEvent): EventSummary {
  const { toolName, input, outcome, durationMs, fields, ...event } = stored
  const tool =
    toolName === undefined ? undefined : { toolName, input: unpackJson(input), outcome, durationMs }
  return { ...withProject(event), tool, fields: unpackJson(fields) as JsonObject }
}

export function unpackTool<T extends { readonly input: Json; readonly output: Json }>(
  stored: T,
): T {
  return { ...stored, input: unpackJson(stored.input), output: unpackJson(stored.output) }
}
