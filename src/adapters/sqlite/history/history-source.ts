/** Captured rows, as indexes, digests and windows want them. */

import { toAction } from '../../../core/activity/to-action.ts'
import type { Action } from '../../../core/model/action.ts'
import type { CapturedTurn, HistorySource, ToolUse } from '../../../core/ports/history-source.ts'
import type { Database, Row } from '../connection/database.ts'
import { numberOrUndefined, orUndefined } from '../connection/rows.ts'
import { unpackJson } from './payloads.ts'

const origin =
  'sessions.id AS session_id, sessions.project_id, sessions.host, sessions.branch, sessions.cwd'
const given = '(SELECT value FROM json_each(?1))'

export function createHistorySource(database: Database): HistorySource {
  const usesOf = (column: 'turn_id' | 'session_id', id: string): ToolUse[] =>
    database
      .all(
        `SELECT tool_name, body FROM tool_events
         JOIN tool_event_payloads ON hash = input_hash WHERE ${column} = ? ORDER BY id`,
        id,
      )
      .map((row) => ({ toolName: String(row.tool_name), input: unpackJson(row.body) }))
  const actionsOf = (turnId: string, folder: string | undefined): Action[] =>
    database
      .all('SELECT id FROM tool_events WHERE turn_id = ? ORDER BY id', turnId)
      .flatMap(({ id }) => readAction(database, String(id), folder) ?? [])
  return {
    async turns(ids) {
      const rows = database.all(
        `SELECT turns.*, ${origin} FROM turns JOIN sessions ON sessions.id = turns.session_id
         WHERE turns.id IN ${given}`,
        JSON.stringify(ids),
      )
      return rows.map((row) => ({
        ...toOrigin(row),
        id: String(row.id),
        number: Number(row.number),
        prompt: orUndefined(row.prompt),
        answer: orUndefined(row.answer),
        startedAt: String(row.started_at),
        tools: usesOf('turn_id', String(row.id)),
      }))
    },
    async turnsOf(sessionId, { from, through }) {
      const rows = database.all(
        `SELECT turns.*, sessions.cwd FROM turns JOIN sessions ON sessions.id = turns.session_id
         WHERE turns.session_id = ? AND number BETWEEN ? AND ? ORDER BY number`,
        sessionId,
        from,
        through,
      )
      return rows.map((row) => ({
        id: String(row.id),
        number: Number(row.number),
        hostTurnId: orUndefined(row.host_turn_id),
        prompt: orUndefined(row.prompt),
        origin: row.origin as CapturedTurn['origin'],
        answer: orUndefined(row.answer),
        outcome: row.outcome as CapturedTurn['outcome'],
        endedAt: orUndefined(row.ended_at),
        actions: actionsOf(String(row.id), orUndefined(row.cwd)),
      }))
    },
    async toolEvents(ids) {
      const rows = database.all(
        `SELECT tool_events.*, turns.number, input.body AS input, output.body AS output, ${origin}
         FROM tool_events JOIN sessions ON sessions.id = tool_events.session_id
         JOIN tool_event_payloads AS input ON input.hash = input_hash
         JOIN tool_event_payloads AS output ON output.hash = output_hash
         LEFT JOIN turns ON turns.id = tool_events.turn_id
         WHERE tool_events.id IN ${given}`,
        JSON.stringify(ids),
      )
      return rows.map((row) => ({
        ...toOrigin(row),
        id: String(row.id),
        number: numberOrUndefined(row.number),
        toolName: String(row.tool_name),
        input: unpackJson(row.input),
        output: unpackJson(row.output),
        occurredAt: String(row.occurred_at),
      }))
    },
    async sessions(ids) {
      const rows = database.all(
        `SELECT ${origin}, sessions.started_at,
           (SELECT prompt FROM turns WHERE session_id = sessions.id AND prompt IS NOT NULL
            ORDER BY number LIMIT 1) AS first_prompt
         FROM sessions WHERE sessions.id IN ${given}`,
        JSON.stringify(ids),
      )
      return rows.map((row) => ({
        ...toOrigin(row),
        firstPrompt: orUndefined(row.first_prompt),
        startedAt: String(row.started_at),
        tools: usesOf('session_id', String(row.session_id)),
      }))
    },
    async sessionPlace(id) {
      const row = database.get(
        `SELECT ${origin}, sessions.transcript_path, sessions.last_event_at,
           (SELECT coalesce(max(number), 0) FROM turns WHERE session_id = sessions.id) AS last_turn
         FROM sessions WHERE sessions.id = ?`,
        id,
      )
      return (
        row && {
          ...toOrigin(row),
          transcriptPath: orUndefined(row.transcript_path),
          lastEventAt: String(row.last_event_at),
          lastTurn: Number(row.last_turn),
        }
      )
    },
    async sessionIds(after, limit) {
      const rows = database.all(
        'SELECT id FROM sessions WHERE id > ? ORDER BY id LIMIT ?',
        after,
        limit,
      )
      return rows.map((row) => String(row.id))
    },
    async idsOf(sessionId) {
      const idsIn = (table: 'turns' | 'tool_events') =>
        database
          .all(`SELECT id FROM ${table} WHERE session_id = ? ORDER BY id`, sessionId)
          .map((row) => String(row.id))
      return { turns: idsIn('turns'), toolEvents: idsIn('tool_events') }
    },
  }
}

function readAction(
  database: Database,
  id: string,
  folder: string | undefined,
): Action | undefined {
  const row = database.get(
    `SELECT tool_name, outcome, input.body AS input, output.body AS output FROM tool_events
     JOIN tool_event_payloads AS input ON input.hash = input_hash
     JOIN tool_event_payloads AS output ON output.hash = output_hash
     WHERE tool_events.id = ?`,
    id,
  )
  if (!row) return undefined
  const toolEvent = {
    id,
    toolName: String(row.tool_name),
    input: unpackJson(row.input),
    output: unpackJson(row.output),
    outcome: row.outcome as Action['outcome'],
  }
  return toAction(toolEvent, folder)
}

function toOrigin(row: Row) {
  return {
    sessionId: String(row.session_id),
    projectId: orUndefined(row.project_id),
    host: String(row.host),
    branch: orUndefined(row.branch),
    cwd: orUndefined(row.cwd),
  }
}
