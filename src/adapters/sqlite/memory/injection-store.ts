/** What sessions were handed, as rows. */
import type { ContextEvent, ContextSection, HostSession } from '../../../core/model/context.ts'
import type {
  Injection,
  InjectionStore,
  NewInjection,
  UseKind,
} from '../../../core/ports/injection-store.ts'
import type { Database, Row } from '../connection/database.ts'
import { insertRow, orNull, orUndefined } from '../connection/rows.ts'
import { presentProject } from '../history/project-store.ts'
import { countUse } from './memory-changes.ts'

const mostNeverUsed = 10

/** Once for each memory and session: how often in a row it was told counts for nothing. */
const showings = `
  SELECT memory_id, max(use IS NOT NULL) AS is_used FROM injected_lines
  JOIN injections ON injections.id = injection_id WHERE memory_id IS NOT NULL`
const each = 'GROUP BY host, host_session_id, memory_id'

export function createInjectionStore(database: Database): InjectionStore {
  return {
    async shownTo({ host, hostSessionId }) {
      const rows = database.all(
        `SELECT event, memory_id FROM injections LEFT JOIN injected_lines ON injection_id = id
         WHERE host = ?1 AND host_session_id = ?2 AND event <> 'subagent-start'
         AND at >= (SELECT coalesce(max(at), '') FROM injections
           WHERE host = ?1 AND host_session_id = ?2 AND source = 'compact')`,
        host,
        hostSessionId,
      )
      return {
        memoryIds: new Set(rows.flatMap((row) => orUndefined(row.memory_id) ?? [])),
        events: new Set(rows.map((row) => row.event as ContextEvent)),
      }
    },
    async record(injection, isLate = () => false) {
      if (isLate() || isAnswered(database, injection)) return false
      insertInjection(database, injection)
      return true
    },
    async standings(memoryIds) {
      const rows = database.all(
        `SELECT memory_id, count(*) AS shown, sum(is_used) AS used
         FROM (${showings} AND memory_id IN (SELECT value FROM json_each(?)) ${each})
         GROUP BY memory_id`,
        JSON.stringify(memoryIds),
      )
      return new Map(
        rows.map((row) => [
          String(row.memory_id),
          { shown: Number(row.shown), used: Number(row.used) },
        ]),
      )
    },
    async unused({ host, hostSessionId }, until) {
      const rows = database.all(
        `SELECT memory_id, min(at) AS at FROM injected_lines
         JOIN injections ON injections.id = injection_id
         WHERE host = ? AND host_session_id = ? AND memory_id IS NOT NULL
         GROUP BY memory_id HAVING max(use) IS NULL AND min(at) <= ? ORDER BY at, memory_id`,
        host,
        hostSessionId,
        until,
      )
      return rows.map((row) => ({ memoryId: String(row.memory_id), at: String(row.at) }))
    },
    async markUsed(session, uses, at) {
      const found = uses.filter(({ memoryId, use }) => markLines(database, session, memoryId, use))
      const ids = found.map(({ memoryId }) => memoryId)
      countUse(database, ids, at)
      return ids
    },
    async stats({ projectId, since }) {
      const condition = '(?1 IS NULL OR project_id = ?1) AND (?2 IS NULL OR at >= ?2)'
      const values = [orNull(projectId), orNull(since)]
      const sums = database.get(
        `SELECT count(*) AS injections, count(DISTINCT host || ' ' || host_session_id) AS sessions,
           coalesce(sum(tokens), 0) AS tokens FROM injections WHERE ${condition}`,
        ...values,
      )
      const byMemory = database.all(
        `SELECT memory_id, count(*) AS shown, sum(is_used) AS used
         FROM (${showings} AND ${condition} ${each}) GROUP BY memory_id
         ORDER BY shown DESC, memory_id`,
        ...values,
      )
      const total = (column: 'shown' | 'used') =>
        byMemory.reduce((sum, row) => sum + Number(row[column]), 0)
      return {
        injections: Number(sums?.injections),
        sessions: Number(sums?.sessions),
        tokens: Number(sums?.tokens),
        shown: total('shown'),
        used: total('used'),
        neverUsed: byMemory
          .filter(({ used }) => used === 0)
          .slice(0, mostNeverUsed)
          .map((row) => ({ memoryId: String(row.memory_id), shown: Number(row.shown) })),
      }
    },
    async ofSession({ host, hostSessionId }) {
      const rows = database.all(
        'SELECT * FROM injections WHERE host = ? AND host_session_id = ? ORDER BY at, id',
        host,
        hostSessionId,
      )
      return rows.map((row) => toInjection(database, row))
    },
  }
}

/** A memory that is gone by now fails the whole: what was forgotten is not shown. */
const repetitionMs = 5_000

function isAnswered(database: Database, { session, at, cause }: NewInjection): boolean {
  if (cause === undefined) return false
  const since = new Date(Date.parse(at) - repetitionMs).toISOString()
  const found = database.get(
    `SELECT 1 FROM injections
     WHERE host = ? AND host_session_id = ? AND at >= ? AND cause = ? LIMIT 1`,
    session.host,
    session.hostSessionId,
    since,
    cause,
  )
  return found !== undefined
}

function insertInjection(database: Database, injection: NewInjection): void {
  const { id, session, projectId, event, source, at, cause, tokens, characters, lines } = injection
  insertRow(database, 'injections', {
    id,
    host: session.host,
    host_session_id: session.hostSessionId,
    project_id: projectId === undefined ? null : presentProject(database, projectId),
    event,
    source: orNull(source),
    at,
    tokens,
    characters,
    cause: orNull(cause),
  })
  for (const [position, line] of lines.entries()) {
    insertRow(database, 'injected_lines', {
      injection_id: id,
      position,
      section: line.section,
      [line.kind === 'digest' ? 'session_id' : 'memory_id']: line.id,
      reason: line.reason,
      tokens: line.tokens,
    })
  }
}

/** @returns false when the session was not shown it, or was found to use it before */
function markLines(
  database: Database,
  { host, hostSessionId }: HostSession,
  memoryId: string,
  use: UseKind,
): boolean {
  const itsLines = `memory_id = ?1 AND injection_id IN
    (SELECT id FROM injections WHERE host = ?2 AND host_session_id = ?3)`
  const values = [memoryId, host, hostSessionId]
  const marked = `SELECT 1 FROM injected_lines WHERE ${itsLines} AND use IS NOT NULL`
  if (database.get(marked, ...values)) return false
  return database.run(`UPDATE injected_lines SET use = ?4 WHERE ${itsLines}`, ...values, use) > 0
}

function toInjection(database: Database, row: Row): Injection {
  const lines = database.all(
    'SELECT * FROM injected_lines WHERE injection_id = ? ORDER BY position',
    String(row.id),
  )
  return {
    id: String(row.id),
    session: { host: String(row.host), hostSessionId: String(row.host_session_id) },
    projectId: orUndefined(row.project_id),
    event: row.event as ContextEvent,
    source: orUndefined(row.source),
    at: String(row.at),
    tokens: Number(row.tokens),
    characters: Number(row.characters),
    lines: lines.map((line) => ({
      section: line.section as ContextSection,
      id: String(line.memory_id ?? line.session_id ?? ''),
      reason: String(line.reason),
      tokens: Number(line.tokens),
      use: orUndefined(line.use) as UseKind | undefined,
    })),
  }
}
