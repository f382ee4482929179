/** What was captured, read back. */
import type { JsonObject } from '../../core/json.ts'
import type {
  HistoryReader,
  SessionSummary,
  ToolEventSummary,
  TurnDetail,
} from '../../core/ports/history-reader.ts'
import type { Database, Row } from './database.ts'
import { unpackJson } from './payloads.ts'
import { numberOrUndefined, orNull, orUndefined } from './rows.ts'

const sessionRows = `
  SELECT sessions.*, projects.name AS project_name,
    (SELECT count(*) FROM turns WHERE session_id = sessions.id) AS turns,
    (SELECT count(*) FROM tool_events WHERE session_id = sessions.id) AS tool_events,
    (SELECT prompt FROM turns WHERE session_id = sessions.id AND prompt IS NOT NULL
     ORDER BY number LIMIT 1) AS first_prompt
  FROM sessions LEFT JOIN projects ON projects.id = sessions.project_id`

export function createHistoryReader(database: Database): HistoryReader {
  return {
    async sessions({ projectId, host, status, limit, offset }) {
      const rows = database.all(
        `${sessionRows}
         WHERE (?1 IS NULL OR sessions.project_id = ?1) AND (?2 IS NULL OR sessions.host = ?2)
           AND (?3 IS NULL OR sessions.status = ?3)
         ORDER BY sessions.last_event_at DESC, sessions.id DESC LIMIT ?4 OFFSET ?5`,
        orNull(projectId),
        orNull(host),
        orNull(status),
        limit,
        offset,
      )
      return rows.map(toSessionSummary)
    },
    async session(id) {
      const row = database.get(
        `${sessionRows} WHERE sessions.id = ?1 OR sessions.host_session_id = ?1
         ORDER BY sessions.last_event_at DESC LIMIT 1`,
        id,
      )
      if (!row) return undefined
      const session = toSessionSummary(row)
      return { ...session, timeline: readTimeline(database, session.id) }
    },
    async sessionId(reference) {
      const row = database.get(
        `SELECT id FROM sessions WHERE id = ?1 OR host_session_id = ?1
         ORDER BY last_event_at DESC LIMIT 1`,
        reference,
      )
      return orUndefined(row?.id)
    },
    async toolEvent(id) {
      const row = database.get(
        `SELECT tool_events.*, input.body AS input, output.body AS output FROM tool_events
         JOIN tool_event_payloads AS input ON input.hash = input_hash
         JOIN tool_event_payloads AS output ON output.hash = output_hash
         WHERE tool_events.id = ?`,
        id,
      )
      if (!row) return undefined
      return {
        ...toToolEvent(row),
        sessionId: String(row.session_id),
        turnId: orUndefined(row.turn_id),
        input: unpackJson(row.input),
        output: unpackJson(row.output),
      }
    },
    async eventsAfter(id, limit) {
      const rows = database.all('SELECT * FROM events WHERE id > ? ORDER BY id LIMIT ?', id, limit)
      return rows.map((row) => ({
        id: String(row.id),
        sessionId: String(row.session_id),
        turnId: orUndefined(row.turn_id),
        kind: String(row.kind),
        name: String(row.name),
        occurredAt: String(row.occurred_at),
        fields: unpackJson(row.fields) as JsonObject,
      }))
    },
    async newestEventId() {
      return String(database.get("SELECT coalesce(max(id), '') AS id FROM events")?.id)
    },
    async totals() {
      const row = database.get(
        `SELECT (SELECT count(*) FROM projects) AS projects, (SELECT count(*) FROM sessions) AS sessions,
           (SELECT count(*) FROM turns) AS turns, (SELECT count(*) FROM events) AS events,
           (SELECT count(*) FROM tool_events) AS tool_events`,
      )
      return {
        projects: Number(row?.projects),
        sessions: Number(row?.sessions),
        turns: Number(row?.turns),
        events: Number(row?.events),
        toolEvents: Number(row?.tool_events),
      }
    },
  }
}

function readTimeline(database: Database, sessionId: string): TurnDetail[] {
  const tools = database
    .all('SELECT * FROM tool_events WHERE session_id = ? ORDER BY id', sessionId)
    .map((row) => ({ turnId: orUndefined(row.turn_id), tool: toToolEvent(row) }))
  return database
    .all('SELECT * FROM turns WHERE session_id = ? ORDER BY number', sessionId)
    .map((row) => ({
      id: String(row.id),
      number: Number(row.number),
      prompt: orUndefined(row.prompt),
      origin: String(row.origin),
      answer: orUndefined(row.answer),
      outcome: row.outcome as TurnDetail['outcome'],
      startedAt: String(row.started_at),
      endedAt: orUndefined(row.ended_at),
      toolEvents: tools.filter(({ turnId }) => turnId === row.id).map(({ tool }) => tool),
    }))
}

function toToolEvent(row: Row): ToolEventSummary {
  return {
    id: String(row.id),
    toolName: String(row.tool_name),
    outcome: row.outcome as ToolEventSummary['outcome'],
    durationMs: numberOrUndefined(row.duration_ms),
    agentName: orUndefined(row.agent_name) || undefined,
    occurredAt: String(row.occurred_at),
  }
}

function toSessionSummary(row: Row): SessionSummary {
  const projectId = orUndefined(row.project_id)
  return {
    id: String(row.id),
    host: String(row.host),
    hostSessionId: String(row.host_session_id),
    project:
      projectId === undefined ? undefined : { id: projectId, name: String(row.project_name) },
    status: row.status as SessionSummary['status'],
    startedAt: String(row.started_at),
    endedAt: orUndefined(row.ended_at),
    endReason: orUndefined(row.end_reason),
    lastEventAt: String(row.last_event_at),
    cwd: orUndefined(row.cwd),
    branch: orUndefined(row.branch),
    turns: Number(row.turns),
    toolEvents: Number(row.tool_events),
    firstPrompt: orUndefined(row.first_prompt),
  }
}
