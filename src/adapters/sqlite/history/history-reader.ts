/** What was captured, read back. */
import type { JsonObject } from '../../../core/model/json.ts'
import type {
  EventSummary,
  HistoryReader,
  SessionFilter,
  SessionSummary,
  ToolEventSummary,
  TurnDetail,
} from '../../../core/ports/history-reader.ts'
import type { Database, Row } from '../connection/database.ts'
import { numberOrUndefined, orNull, orUndefined } from '../connection/rows.ts'
import { unpackJson } from './payloads.ts'

const sessionRows = `
  SELECT sessions.*, projects.name AS project_name,
    (SELECT count(*) FROM turns WHERE session_id = sessions.id) AS turns,
    (SELECT count(*) FROM tool_events WHERE session_id = sessions.id) AS tool_events,
    (SELECT prompt FROM turns WHERE session_id = sessions.id AND prompt IS NOT NULL
     ORDER BY number LIMIT 1) AS first_prompt
  FROM sessions LEFT JOIN projects ON projects.id = sessions.project_id`

const eventRows = `
  SELECT events.*, sessions.host, sessions.cwd AS session_cwd, sessions.project_id,
    projects.name AS project_name, tool_name, tool_events.outcome, duration_ms, input.body AS input,
    CASE events.kind WHEN 'prompt' THEN turns.prompt WHEN 'turn-end' THEN turns.answer END AS said
  FROM events JOIN sessions ON sessions.id = events.session_id
    LEFT JOIN projects ON projects.id = sessions.project_id
    LEFT JOIN turns ON turns.id = events.turn_id
    LEFT JOIN tool_events ON tool_events.id = events.id
    LEFT JOIN tool_event_payloads AS input ON input.hash = input_hash`

/** Takes the values of `filterValues`. */
const sessionFilter = `
  (?1 IS NULL OR sessions.project_id = ?1) AND (?2 IS NULL OR sessions.host = ?2)
  AND (?3 IS NULL OR sessions.status = ?3)
  AND (?4 IS NULL OR sessions.id IN (SELECT value FROM json_each(?4)))`

export function createHistoryReader(database: Database): HistoryReader {
  return {
    async sessions(filter) {
      const rows = database.all(
        `${sessionRows} WHERE ${sessionFilter}
         ORDER BY sessions.last_event_at DESC, sessions.id DESC LIMIT ?5 OFFSET ?6`,
        ...filterValues(filter),
        filter.limit,
        filter.offset,
      )
      return rows.map(toSessionSummary)
    },
    async countSessions(filter) {
      const row = database.get(
        `SELECT count(*) AS count FROM sessions WHERE ${sessionFilter}`,
        ...filterValues(filter),
      )
      return Number(row?.count)
    },
    async hosts() {
      return database
        .all('SELECT DISTINCT host FROM sessions ORDER BY host')
        .map(({ host }) => String(host))
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
    async lastSessionIds(projectId, limit) {
      const rows = database.all(
        'SELECT id FROM sessions WHERE project_id = ? ORDER BY last_event_at DESC, id DESC LIMIT ?',
        projectId,
        limit,
      )
      return rows.map(({ id }) => String(id))
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
    async events(ids) {
      return database
        .all(
          `${eventRows} WHERE events.id IN (SELECT value FROM json_each(?)) ORDER BY events.id`,
          JSON.stringify(ids),
        )
        .map(toEvent)
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

function filterValues({ projectId, host, status, ids }: Partial<SessionFilter>) {
  return [orNull(projectId), orNull(host), orNull(status), ids ? JSON.stringify(ids) : null]
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

function toEvent(row: Row): EventSummary {
  return {
    id: String(row.id),
    sessionId: String(row.session_id),
    turnId: orUndefined(row.turn_id),
    kind: row.kind as EventSummary['kind'],
    name: String(row.name),
    occurredAt: String(row.occurred_at),
    host: String(row.host),
    project: toProject(row),
    cwd: orUndefined(row.session_cwd),
    said: orUndefined(row.said),
    tool:
      row.tool_name === null
        ? undefined
        : {
            toolName: String(row.tool_name),
            input: unpackJson(row.input),
            outcome: row.outcome as ToolEventSummary['outcome'],
            durationMs: numberOrUndefined(row.duration_ms),
          },
    fields: unpackJson(row.fields) as JsonObject,
  }
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
  return {
    id: String(row.id),
    host: String(row.host),
    hostSessionId: String(row.host_session_id),
    project: toProject(row),
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

function toProject(row: Row): SessionSummary['project'] {
  const id = orUndefined(row.project_id)
  return id === undefined ? undefined : { id, name: String(row.project_name) }
}
