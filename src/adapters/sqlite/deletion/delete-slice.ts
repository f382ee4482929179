/** Deletes part of a session or turn; the last part also deletes the session or turn itself. */

import type { DeletedSlice, DeletionTarget } from '../../../core/ports/deletion.ts'
import type { Database } from '../connection/database.ts'
import type { Row } from '../connection/statement.ts'
import type { ChangeRecorder } from '../history/change-feed.ts'
import { removeDocuments } from '../search/search-index.ts'

const given = '(SELECT value FROM json_each(?1))'

export function deleteSlice(
  database: Database,
  changes: ChangeRecorder,
  target: DeletionTarget,
  limit: number,
): DeletedSlice {
  database.overwriteDeleted()
  const slice = { database, changes, touched: new Set<string>() }
  const { sessionId, turnId } = target
  const events = database.all(
    `SELECT id, kind FROM events WHERE ${turnId === undefined ? 'session_id' : 'turn_id'} = ? LIMIT ?`,
    turnId ?? sessionId,
    limit,
  )
  const deleted = deleteEvents(slice, events)
  const turns = deleteTurns(slice, target, Math.max(0, limit - events.length))
  const isDone = events.length + turns.turns < limit
  const digests = turns.digests + (isDone ? deleteSessionDigest(slice, target) : 0)
  const own = isDone && turnId === undefined ? memoriesOf(database, sessionId) : []
  const sessions = isDone && turnId === undefined ? deleteSession(slice, sessionId) : 0
  if (isDone && turnId !== undefined) leaveTurn(slice, sessionId, turnId)
  const touched = [...slice.touched]
  return { ...deleted, turns: turns.turns, digests, sessions, touched, own, isDone }
}

function memoriesOf(database: Database, sessionId: string): string[] {
  const sql = "SELECT id FROM memories WHERE scope = 'session' AND scope_id = ?"
  return database.texts(sql, sessionId)
}

interface Slice {
  readonly database: Database
  readonly changes: ChangeRecorder
  readonly touched: Set<string>
}

function deleteEvents(slice: Slice, events: readonly Row[]) {
  const { database, changes } = slice
  if (events.length === 0) return { events: 0, toolEvents: 0, payloads: 0 }
  const ids = JSON.stringify(events.map(({ id }) => String(id)))
  const tools = database.all(
    `SELECT id, input_hash, output_hash FROM tool_events WHERE id IN ${given}`,
    ids,
  )
  const toolIds = tools.map(({ id }) => String(id))
  dropSources(slice, 'tool-event', toolIds)
  removeDocuments(
    database,
    toolIds.map((id) => ({ type: 'tool-event', id })),
  )
  database.run(
    `DELETE FROM lifecycle_events WHERE session_id IN
    (SELECT session_id FROM events WHERE id IN ${given}) AND subject IN ${given}`,
    ids,
  )
  database.run(`DELETE FROM events WHERE id IN ${given}`, ids)
  for (const { id, kind } of events) {
    changes.record(kind === 'tool' ? 'tool-event' : 'event', String(id), 'removed')
  }
  const hashes = new Map(
    tools
      .flatMap(({ input_hash, output_hash }) => [input_hash, output_hash] as Buffer[])
      .map((hash) => [Buffer.from(hash).toString('hex'), hash]),
  )
  const payloads = [...hashes.values()].filter((hash) => dropPayload(database, hash)).length
  return { events: events.length, toolEvents: tools.length, payloads }
}

/** @returns false while another tool event has the same payload */
function dropPayload(database: Database, hash: Buffer): boolean {
  const isUsed = database.get(
    `SELECT 1 FROM tool_events WHERE input_hash = ?1
     UNION ALL SELECT 1 FROM tool_events WHERE output_hash = ?1 LIMIT 1`,
    hash,
  )
  if (isUsed) return false
  return database.run('DELETE FROM tool_event_payloads WHERE hash = ?', hash) > 0
}

function deleteTurns(slice: Slice, { sessionId, turnId }: DeletionTarget, limit: number) {
  const { database, changes } = slice
  const rows = database.all(
    `SELECT id FROM turns WHERE ${turnId === undefined ? 'session_id' : 'id'} = ? LIMIT ?`,
    turnId ?? sessionId,
    limit,
  )
  const turns = rows.map(({ id }) => String(id))
  if (turns.length === 0) return { turns: 0, digests: 0 }
  const ids = JSON.stringify(turns)
  dropSources(slice, 'turn', turns)
  removeDocuments(
    database,
    turns.map((id) => ({ type: 'turn', id })),
  )
  const digests = database.run(`DELETE FROM digests WHERE type = 'turn' AND id IN ${given}`, ids)
  database.run(
    `DELETE FROM lifecycle_events WHERE session_id = ?2 AND subject IN ${given}`,
    ids,
    sessionId,
  )
  database.run(`DELETE FROM turns WHERE id IN ${given}`, ids)
  for (const id of turns) {
    changes.record('turn', id, 'removed')
    changes.record('digest', id, 'removed')
  }
  return { turns: turns.length, digests }
}

/** Deletes what belongs to no turn: the session's row and everything that refers to it. */
function deleteSession(slice: Slice, sessionId: string): number {
  const { database, changes } = slice
  dropSources(slice, 'session', [sessionId])
  removeDocuments(database, [{ type: 'session', id: sessionId }])
  for (const table of ['injections', 'asks', 'ask_sessions', 'proof_sessions']) {
    database.run(
      `DELETE FROM ${table} WHERE (host, host_session_id) =
         (SELECT host, host_session_id FROM sessions WHERE id = ?)`,
      sessionId,
    )
  }
  for (const table of ['lifecycle_events', 'lifecycle_sequences']) {
    database.run(`DELETE FROM ${table} WHERE session_id = ?`, sessionId)
  }
  deleteJobs(database, sessionId, '')
  changes.record('session', sessionId, 'removed')
  return database.run('DELETE FROM sessions WHERE id = ?', sessionId)
}

/** The session stays; what is derived from it is made again from the rest. */
function leaveTurn({ database, changes }: Slice, sessionId: string, turnId: string): void {
  deleteJobs(database, sessionId, turnId)
  database.run('DELETE FROM deletions WHERE session_id = ? AND turn_id = ?', sessionId, turnId)
  changes.record('session', sessionId, 'updated')
}

/** The digest quotes its turns, so it is deleted with any of them. */
function deleteSessionDigest({ database, changes }: Slice, { sessionId }: DeletionTarget): number {
  const digests = database.run("DELETE FROM digests WHERE type = 'session' AND id = ?", sessionId)
  changes.record('digest', sessionId, 'removed')
  return digests
}

function dropSources({ database, touched }: Slice, type: string, refs: readonly string[]): void {
  const rows = database.all(
    `DELETE FROM memory_sources WHERE type = ?2 AND ref IN ${given} RETURNING memory_id`,
    JSON.stringify(refs),
    type,
  )
  for (const row of rows) touched.add(String(row.memory_id))
}

/** Deletes jobs that capture queued. @param turnId if not empty, only this turn's jobs */
export function deleteJobs(database: Database, sessionId: string, turnId: string): void {
  const turns =
    turnId === ''
      ? database.texts('SELECT id FROM turns WHERE session_id = ?', sessionId)
      : [turnId]
  const subjects = turnId === '' ? [...turns, sessionId] : turns
  database.run(
    `DELETE FROM jobs WHERE kind IN ('remember', 'digest-turn', 'digest-session', 'extract', 'read')
     AND subject IN (SELECT value FROM json_each(?))`,
    JSON.stringify(subjects),
  )
}
