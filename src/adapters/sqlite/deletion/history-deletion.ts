/** Finds the history to delete, using only indexes. `delete-slice.ts` deletes it. */

import { firstIdSince } from '../../../core/model/memory.ts'
import type {
  DeletionTarget,
  HistoryCounts,
  HistoryDeletion,
  HistorySelection,
  OutdatedMemories,
  PendingDeletion,
  SelectedSession,
} from '../../../core/ports/deletion.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'
import type { ChangeRecorder } from '../history/change-feed.ts'
import { deleteJobs, deleteSlice } from './delete-slice.ts'

const sessions = rowForm<SelectedSession>({ flags: ['isActive'] })
const pending = rowForm<PendingDeletion>({ flags: ['withMemories'] })

export function createHistoryDeletion(
  database: Database,
  changes: ChangeRecorder,
): HistoryDeletion {
  return {
    async select(selection, limit) {
      const { where, values } = conditions(selection)
      const rows = database.list<object>(
        `SELECT id, host, host_session_id, started_at, status = 'active' AS is_active, transcript_path
         FROM sessions WHERE ${where} AND NOT EXISTS
           (SELECT 1 FROM deletions WHERE session_id = sessions.id AND turn_id = '')
         ORDER BY last_event_at, id LIMIT ?`,
        ...values,
        limit,
      )
      return rows.map(sessions.read)
    },
    count: async (selection) => countHistory(database, selection),
    memoriesIn: async (target) => findMemories(database, target),
    async sources(memoryIds) {
      return database.list(
        `SELECT memory_id, CASE type WHEN 'session' THEN ref
             WHEN 'turn' THEN (SELECT session_id FROM turns WHERE id = ref)
             WHEN 'tool-event' THEN (SELECT session_id FROM tool_events WHERE id = ref)
           END AS session_id,
           CASE type WHEN 'turn' THEN ref
             WHEN 'tool-event' THEN (SELECT turn_id FROM tool_events WHERE id = ref)
           END AS turn_id
         FROM memory_sources WHERE memory_id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(memoryIds),
      )
    },
    async sessionOfTurn(turnId) {
      return database.texts('SELECT session_id FROM turns WHERE id = ?', turnId)[0]
    },
    async isKept({ sessionId, turnId }) {
      return database.has(
        `SELECT 1 FROM sessions WHERE id = ?1
         AND (?2 IS NULL OR EXISTS (SELECT 1 FROM turns WHERE id = ?2))
         AND NOT EXISTS (SELECT 1 FROM deletions WHERE session_id = ?1 AND turn_id IN ('', ?2))`,
        sessionId,
        turnId,
      )
    },
    async isDeleted(...names) {
      return database.has('SELECT 1 FROM deleted_history WHERE hash = ?', hashOf(names))
    },
    async begin({ sessionId, turnId = '' }, { withMemories, forever, at }) {
      const host = 'SELECT host, host_session_id FROM sessions WHERE id = ?'
      const session = database.get(host, sessionId)
      if (!session) return
      database.put('deletions', { sessionId, turnId, withMemories: Number(withMemories) })
      deleteJobs(database, sessionId, turnId)
      if (!forever) return
      const turn = database.get('SELECT number, host_turn_id FROM turns WHERE id = ?', turnId)
      const names = [session.host, session.host_session_id, turn?.host_turn_id].filter(isText)
      const isNamed = turnId === '' || names.length === 3
      const row = { hash: hashOf(names), deletedAt: at }
      if (isNamed) database.insert('deleted_history', row, 'ON CONFLICT DO NOTHING')
      const raise = 'UPDATE sessions SET deleted_through = max(deleted_through, ?) WHERE id = ?'
      if (turn) database.run(raise, turn.number, sessionId)
    },
    async markLeaving(selection, at, limit) {
      const { where, values } = conditions(selection)
      return database.run(
        `UPDATE sessions SET leaving_since = ? WHERE id IN (
           SELECT id FROM sessions WHERE ${where} ORDER BY last_event_at, id LIMIT ?)`,
        at,
        ...values,
        limit,
      )
    },
    async keep(sessionId, at) {
      const renew = 'UPDATE sessions SET leaving_since = NULL, kept_at = ?'
      const sql = `${renew} WHERE id = ? AND leaving_since IS NOT NULL`
      return database.run(sql, at, sessionId) > 0
    },
    async pending() {
      const first = `SELECT session_id, nullif(turn_id, '') AS turn_id, with_memories FROM deletions
        ORDER BY session_id, deletions.turn_id LIMIT 1`
      const row = database.find<object>(first)
      return row && pending.read(row)
    },
    deleteSlice: async (target, limit) => deleteSlice(database, changes, target, limit),
    async withoutSources(memoryIds) {
      return database.texts(
        `SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM memories WHERE id = value)
         AND NOT EXISTS (SELECT 1 FROM memory_sources WHERE memory_id = value)`,
        JSON.stringify(memoryIds),
      )
    },
    archivedWithoutHistory: async () => database.texts(restingOnNothing),
    async memoriesBefore(which, limit) {
      const { sql, values } = outdated(which)
      return database.texts(`SELECT id ${sql} ORDER BY updated_at LIMIT ?`, ...values, limit)
    },
    async countMemoriesBefore(which) {
      const { sql, values } = outdated(which)
      return database.number(`SELECT count(*) ${sql}`, ...values)
    },
    forgottenByAge: async (limits) =>
      Object.entries(limits).flatMap(([scope, days]) =>
        days > 0 ? database.texts(byAge, scope, days) : [],
      ),
    async leaveForgotten() {
      database.run('UPDATE memory_archive SET is_returning = 0 WHERE is_returning = 1')
    },
  }
}

/** The daemon recorded the size of the database on each day it ran. */
const byAge = `WITH marked AS (
    SELECT id, forgotten_at, date(forgotten_at, 'localtime') AS last_day,
      max(snapshot ->> '$.memory.updatedAt', coalesce(snapshot ->> '$.memory.lastUsedAt', '')) AS used
    FROM memory_archive WHERE is_returning = 1 AND scope = ?
  ), old AS (
    SELECT *, strftime('%Y-%m-%dT%H:%M:%fZ', used, '+' || ? || ' days') AS due FROM marked
  )
  SELECT id FROM old WHERE due < forgotten_at
    AND EXISTS (SELECT 1 FROM database_sizes WHERE day = last_day)
    AND NOT EXISTS (SELECT 1 FROM database_sizes
      WHERE day < last_day AND day > date(due, 'localtime'))
  ORDER BY id`

function outdated({ before, scope, standing, exceptKinds }: OutdatedMemories) {
  const given = Object.entries({ scope, standing }).filter(([, value]) => value !== undefined)
  const sql = `FROM memories WHERE ${given.map(([column]) => `${column} = ? AND`).join(' ')}
    updated_at < ? AND pinned = 0 AND (last_used_at IS NULL OR last_used_at < ?)
    AND kind NOT IN (SELECT value FROM json_each(?))
    AND (source <> 'commit' OR id < ?)
    AND NOT EXISTS (SELECT 1 FROM imported_memories WHERE memory_id = memories.id AND at >= ?)
    AND NOT EXISTS (SELECT 1 FROM team_items
      WHERE memory_id = memories.id AND type = 'memory' AND state = 'synced')`
  const kinds = JSON.stringify(exceptKinds)
  // A commit's age is that of the commit, even if it was read today.
  const lastId = firstIdSince(before)
  const values = [...given.map(([, value]) => value), before, before, kinds, lastId, before]
  return { sql, values }
}

const restingOnNothing = `
  SELECT id FROM memory_archive WHERE json_array_length(snapshot, '$.sources') > 0
  AND NOT EXISTS (SELECT 1 FROM json_each(snapshot, '$.sources') AS source WHERE
    source.value ->> 'type' IN ('manual', 'file', 'commit', 'import')
    OR EXISTS (SELECT 1 FROM sessions WHERE sessions.id = source.value ->> 'ref')
    OR EXISTS (SELECT 1 FROM turns WHERE turns.id = source.value ->> 'ref')
    OR EXISTS (SELECT 1 FROM tool_events WHERE tool_events.id = source.value ->> 'ref'))`

/** A new event removes the mark; an event dated by a clock set ahead does not count. */
const isLeaving = '(leaving_since > last_event_at AND leaving_since < ?)'

/** Builds conditions only for the given values, so that SQLite can choose an index. */
function conditions(selection: HistorySelection) {
  const { sessionId, projectId, before, ended } = selection
  const { leavingBefore, unmarkedAt, notKeptSince } = selection
  const given = [
    ['id = ?', sessionId],
    ['project_id = ?', projectId],
    ['status = ?', ended && 'completed'],
    // The index starts with the status.
    ["status IN ('active', 'completed') AND last_event_at < ?", before],
    [isLeaving, leavingBefore],
    [`NOT coalesce(${isLeaving}, false)`, unmarkedAt],
    ["coalesce(kept_at, '') < ?", notKeptSince],
  ].filter(([, value]) => value !== undefined)
  return {
    where: given.map(([condition]) => condition).join(' AND ') || 'true',
    values: given.map(([, value]) => value),
  }
}

function countHistory(database: Database, selection: HistorySelection): HistoryCounts {
  const { turnId } = selection
  const { where, values } = conditions(selection)
  const count = (table: string, condition: string, given: typeof values) =>
    database.number(`SELECT count(*) FROM ${table} WHERE ${condition}`, ...given)
  if (turnId !== undefined) {
    return {
      sessions: 0,
      turns: count('turns', 'id = ?', [turnId]),
      events: count('events', 'turn_id = ?', [turnId]),
      toolEvents: count('tool_events', 'turn_id = ?', [turnId]),
    }
  }
  const ofSessions = `session_id IN (SELECT id FROM sessions WHERE ${where})`
  return {
    sessions: count('sessions', where, values),
    turns: count('turns', ofSessions, values),
    events: count('events', ofSessions, values),
    toolEvents: count('tool_events', ofSessions, values),
  }
}

/** CROSS JOIN makes the planner start with the history, though there are fewer memories. */
function findMemories(database: Database, { sessionId, turnId }: DeletionTarget): string[] {
  const sourcesOf = (type: string, table: string, column: string) =>
    `SELECT memory_id AS id FROM ${table} CROSS JOIN memory_sources
     ON type = '${type}' AND ref = ${table}.id WHERE ${table}.${column} = ?1`
  const ofTurn = [
    sourcesOf('turn', 'turns', 'id'),
    sourcesOf('tool-event', 'tool_events', 'turn_id'),
  ]
  const ofSession = [
    sourcesOf('turn', 'turns', 'session_id'),
    sourcesOf('tool-event', 'tool_events', 'session_id'),
    sourcesOf('session', 'sessions', 'id'),
    "SELECT id FROM memories WHERE scope = 'session' AND scope_id = ?1",
  ]
  const sql = (turnId === undefined ? ofSession : ofTurn).join(' UNION ')
  return database.texts(sql, turnId ?? sessionId)
}

const isText = (value: unknown) => typeof value === 'string'

function hashOf(names: readonly (string | undefined)[]): Buffer {
  const { createHash } = process.getBuiltinModule('node:crypto')
  const known = names.filter((name) => name !== undefined)
  return createHash('sha256').update(known.join('\n')).digest().subarray(0, 16)
}
