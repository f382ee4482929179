/** The rows of one session, read from the database file itself rather than through our own code. */
import { DatabaseSync } from 'node:sqlite'
import { unpackJson } from '../../../src/adapters/sqlite/history/payloads.ts'

export type Row = Record<string, unknown>

export interface CapturedSession {
  readonly session: Row
  readonly project: Row
  readonly turns: readonly Row[]
  /** In the order they were taken in, `fields` as JSON. */
  readonly events: readonly Row[]
  /** The same, `input` and `output` as JSON, `turn` as its number. */
  readonly toolEvents: readonly Row[]
  readonly jobs: readonly Row[]
}

/** @returns undefined while nothing of the session, or no database, is there */
export function findSession(database: string, hostSessionId: string): CapturedSession | undefined {
  return read(database, (select) => {
    const [session] = select('SELECT * FROM sessions WHERE host_session_id = ?', hostSessionId)
    if (!session) return undefined
    const id = String(session.id)
    return {
      session,
      project: select('SELECT * FROM projects WHERE id = ?', String(session.project_id))[0] ?? {},
      turns: select('SELECT * FROM turns WHERE session_id = ? ORDER BY number', id),
      events: select('SELECT * FROM events WHERE session_id = ? ORDER BY id', id).map(withFields),
      toolEvents: select(toolEventRows, id).map(withPayloads),
      jobs: select(jobRows, id),
    }
  })
}

/** The session whose newest prompt is this one; for when the client has not told its id yet. */
export function findSessionByPrompt(database: string, prompt: string): CapturedSession | undefined {
  const found = read(database, (select) =>
    select(
      `SELECT host_session_id FROM sessions JOIN turns ON turns.session_id = sessions.id
       WHERE prompt = ? ORDER BY turns.id DESC`,
      prompt,
    ),
  )
  return found?.[0] && findSession(database, String(found[0].host_session_id))
}

type CountedTable = 'projects' | 'sessions' | 'turns' | 'tool_events'

export function countRows(database: string, table: CountedTable): number {
  return Number(read(database, (select) => select(`SELECT count(*) AS n FROM ${table}`))?.[0]?.n)
}

/** @throws while the tables are not there */
export function selectRows(database: string, sql: string): Row[] {
  const rows = read(database, (select) => select(sql))
  if (!rows) throw new Error(`there is nothing yet to ask: ${sql}`)
  return rows
}

export function findMemories(database: string, content: string): Row[] {
  return (
    read(database, (select) => select('SELECT * FROM memories WHERE content = ?', content)) ?? []
  )
}

const toolEventRows = `
  SELECT tool_events.*, turns.number AS turn, input.body AS input, output.body AS output
  FROM tool_events
  LEFT JOIN turns ON turns.id = turn_id
  JOIN tool_event_payloads AS input ON input.hash = input_hash
  JOIN tool_event_payloads AS output ON output.hash = output_hash
  WHERE tool_events.session_id = ? ORDER BY tool_events.id`

const jobRows = `
  SELECT jobs.kind, jobs.subject, turns.number AS turn
  FROM jobs LEFT JOIN turns ON turns.id = subject
  WHERE subject = ?1 OR turns.session_id = ?1
  ORDER BY jobs.kind, turns.number`

type Select = (sql: string, ...values: string[]) => Row[]

function read<T>(database: string, query: (select: Select) => T): T | undefined {
  let connection: DatabaseSync
  try {
    connection = new DatabaseSync(database, { readOnly: true, timeout: 5000 })
  } catch {
    return undefined
  }
  try {
    return query((sql, ...values) => connection.prepare(sql).all(...values))
  } catch (error) {
    // The file is there before its tables are.
    if (error instanceof Error && /no such table/.test(error.message)) return undefined
    throw error
  } finally {
    connection.close()
  }
}

const withFields = (row: Row) => ({ ...row, fields: unpackJson(row.fields) })

const withPayloads = (row: Row) => ({
  ...row,
  input: unpackJson(row.input),
  output: unpackJson(row.output),
})
