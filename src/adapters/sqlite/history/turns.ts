/** Reads turns with their actions, and the documents to index. */
import { toAction } from '../../../core/activity/to-action.ts'
import type { Action } from '../../../core/model/host-event.ts'
import type {
  CapturedTurn,
  History,
  SessionSource,
  ToolEventSource,
  ToolUse,
  TurnSource,
} from '../../../core/ports/history.ts'
import type { Database } from '../connection/database.ts'
import { selectToolEvents, unpackTool } from './events.ts'
import { unpackJson } from './payloads.ts'
import { firstPrompt } from './sessions.ts'

const everyTurn = { from: 0, through: Number.MAX_SAFE_INTEGER }
const origin = 'sessions.id AS session_id, project_id, host, branch, cwd, trust'
const given = '(SELECT value FROM json_each(?1))'

export function createTurnReader(database: Database) {
  const toolsOf = (column: 'turn_id' | 'session_id', id: string): ToolUse[] =>
    database
      .list<ToolUse>(
        `SELECT tool_name, body AS input FROM tool_events
         JOIN tool_event_payloads ON hash = input_hash WHERE ${column} = ? ORDER BY id`,
        id,
      )
      .map((tool) => ({ ...tool, input: unpackJson(tool.input) }))
  return {
    turn: async (id) =>
      database.find('SELECT session_id, number, started_at FROM turns WHERE id = ?', id),
    async turnsOf(sessionId, { from, through }) {
      const turns = database.list<Omit<CapturedTurn, 'actions'> & { cwd: string | undefined }>(
        `SELECT turns.id, number, host_turn_id, prompt, origin, answer, outcome, turns.ended_at, cwd
         FROM turns JOIN sessions ON sessions.id = session_id
         WHERE session_id = ? AND number BETWEEN ? AND ? ORDER BY number`,
        sessionId,
        from,
        through,
      )
      return turns.map(({ cwd, ...turn }) => ({
        ...turn,
        actions: readActions(database, turn.id, cwd),
      }))
    },
    async lastTurn(sessionId, until) {
      const last = 'SELECT max(number) FROM turns WHERE session_id = ? AND started_at <= ?'
      return database.number(last, sessionId, until)
    },
    spokenTurns: async (sessionId, { from, through } = everyTurn) =>
      database.list(
        `SELECT id, prompt, origin, answer FROM turns
         WHERE session_id = ? AND number BETWEEN ? AND ? ORDER BY number`,
        sessionId,
        from,
        through,
      ),
    spoken: async (turnIds) =>
      database.list(
        `SELECT id, prompt, origin, answer FROM turns WHERE id IN ${given}`,
        JSON.stringify(turnIds),
      ),
    async turns(ids) {
      const turns = database.list<Omit<TurnSource, 'tools'>>(
        `SELECT turns.id, number, prompt, answer, turns.started_at, ${origin}
         FROM turns JOIN sessions ON sessions.id = session_id WHERE turns.id IN ${given}`,
        JSON.stringify(ids),
      )
      return turns.map((turn) => ({ ...turn, tools: toolsOf('turn_id', turn.id) }))
    },
    async toolEvents(ids) {
      const events = database.list<ToolEventSource>(
        `SELECT tool_events.id, number, tool_name, input.body AS input, output.body AS output,
           occurred_at, ${origin}
         FROM tool_events JOIN sessions ON sessions.id = tool_events.session_id
         JOIN tool_event_payloads AS input ON input.hash = input_hash
         JOIN tool_event_payloads AS output ON output.hash = output_hash
         LEFT JOIN turns ON turns.id = turn_id WHERE tool_events.id IN ${given}`,
        JSON.stringify(ids),
      )
      return events.map(unpackTool)
    },
    async sessionSources(ids) {
      const sessions = database.list<Omit<SessionSource, 'tools'>>(
        `SELECT ${origin}, started_at, ${firstPrompt} FROM sessions WHERE id IN ${given}`,
        JSON.stringify(ids),
      )
      return sessions.map((session) => ({
        ...session,
        tools: toolsOf('session_id', session.sessionId),
      }))
    },
  } satisfies Partial<History>
}

/** Reads one tool event at a time, because outputs may be large. */
function readActions(database: Database, turnId: string, folder: string | undefined): Action[] {
  const ids = database.texts('SELECT id FROM tool_events WHERE turn_id = ? ORDER BY id', turnId)
  return ids.flatMap((id) => {
    const event = database.find<Parameters<typeof toAction>[0]>(selectToolEvents, id)
    return event ? [toAction(unpackTool(event), folder)] : []
  })
}
