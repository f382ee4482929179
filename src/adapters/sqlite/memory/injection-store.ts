/** Stores what sessions were shown. */
import type { ContextMoment } from '../../../core/model/context.ts'
import type {
  Injection,
  InjectionStats,
  InjectionStore,
  Showing,
  ShownCounts,
} from '../../../core/ports/injection-store.ts'
import type { Database } from '../connection/database.ts'
import { presentProject } from '../history/project-store.ts'
import { countUse } from './memory-rows.ts'

const mostNeverUsed = 10
const repetitionMs = 5_000

/** The Monday of the week. */
const week = `date(at, 'weekday 0', '-6 days')`
const matching = '(?1 IS NULL OR injections.project_id = ?1) AND (?2 IS NULL OR at >= ?2)'

/** Counts one per memory and session, however often it was shown there. */
const showings = `
  SELECT memory_id, max(use IS NOT NULL) AS is_used FROM injected_lines
  JOIN injections ON injections.id = injection_id WHERE memory_id IS NOT NULL`
const each = 'GROUP BY host, host_session_id, memory_id'

interface ShownRow {
  readonly event: ContextMoment
  readonly source: string | undefined
  readonly at: string
  readonly subject: string | undefined
  readonly section: string | undefined
  readonly memoryId: string | undefined
  readonly sessionId: string | undefined
}

interface CountedMemory extends ShownCounts {
  readonly memoryId: string
}

export function createInjectionStore(database: Database): InjectionStore {
  return {
    async shownTo({ host, hostSessionId }) {
      const rows = database.list<ShownRow>(
        `SELECT event, source, at, subject, section, memory_id, session_id
         FROM injections LEFT JOIN injected_lines ON injection_id = id
         WHERE host = ?1 AND host_session_id = ?2 AND event <> 'subagent-start'
         AND at >= (SELECT coalesce(max(at), '') FROM injections
           WHERE host = ?1 AND host_session_id = ?2 AND source = 'compact')
         ORDER BY at`,
        host,
        hostSessionId,
      )
      return {
        memoryIds: new Set(rows.flatMap(({ memoryId }) => memoryId ?? [])),
        sessionIds: new Set(rows.flatMap(({ sessionId }) => sessionId ?? [])),
        events: new Set(rows.map(({ event }) => event)),
        isCompacted: rows.some(({ source }) => source === 'compact'),
        recapAt: rows.findLast(({ section }) => section === 'recap')?.at,
        subjects: new Set(rows.flatMap(({ subject }) => subject ?? [])),
      }
    },
    async record(injection, isLate = () => false) {
      const { lines, session, projectId, ...row } = injection
      const { host, hostSessionId } = session
      const since = new Date(Date.parse(row.at) - repetitionMs).toISOString()
      const isAnswered = database.has(
        `SELECT 1 FROM injections
         WHERE host = ? AND host_session_id = ? AND at >= ? AND cause = ? LIMIT 1`,
        host,
        hostSessionId,
        since,
        row.cause,
      )
      if (isLate() || isAnswered) return false
      const present = projectId && presentProject(database, projectId)
      database.insert('injections', { ...row, host, hostSessionId, projectId: present })
      // Fails if one of the memories was forgotten meanwhile, so that it is not shown.
      for (const [position, { section, kind, id, reason, tokens }] of lines.entries()) {
        const isOfSession = kind === 'digest'
        const subject = isOfSession ? { sessionId: id } : { memoryId: id }
        const line = { injectionId: row.id, position, section, ...subject, reason, tokens }
        database.insert('injected_lines', line)
      }
      return true
    },
    async shownCounts(memoryIds, projectId) {
      const rows = database.list<CountedMemory>(
        `SELECT memory_id, count(*) AS shown, sum(is_used) AS used
         FROM (${showings} AND memory_id IN (SELECT value FROM json_each(?1))
           AND (?2 IS NULL OR project_id = ?2) ${each})
         GROUP BY memory_id`,
        JSON.stringify(memoryIds),
        projectId && presentProject(database, projectId),
      )
      return new Map(rows.map(({ memoryId, ...counts }) => [memoryId, counts]))
    },
    async unused({ host, hostSessionId }, until) {
      return database.list(
        `SELECT memory_id, min(at) AS at FROM injected_lines
         JOIN injections ON injections.id = injection_id
         WHERE host = ? AND host_session_id = ? AND memory_id IS NOT NULL
         GROUP BY memory_id HAVING max(use) IS NULL AND min(at) <= ? ORDER BY at, memory_id`,
        host,
        hostSessionId,
        until,
      )
    },
    async markUsed({ host, hostSessionId }, uses, at) {
      const itsLines = `memory_id = ?1 AND injection_id IN
        (SELECT id FROM injections WHERE host = ?2 AND host_session_id = ?3)`
      const marked = `SELECT 1 FROM injected_lines WHERE ${itsLines} AND use IS NOT NULL`
      const mark = `UPDATE injected_lines SET use = ?4 WHERE ${itsLines}`
      const ids = uses.flatMap(({ memoryId, use }) => {
        const values = [memoryId, host, hostSessionId]
        const isNew = !database.has(marked, ...values) && database.run(mark, ...values, use) > 0
        return isNew ? [memoryId] : []
      })
      countUse(database, ids, at)
      return ids
    },
    async stats({ projectId, since }) {
      const values = [projectId, since]
      const sums = database.find<Sums>(
        `SELECT count(*) AS injections, count(DISTINCT host || ' ' || host_session_id) AS sessions,
           coalesce(sum(tokens), 0) AS tokens FROM injections WHERE ${matching}`,
        ...values,
      )
      const byMemory = database.list<CountedMemory>(
        `SELECT memory_id, count(*) AS shown, sum(is_used) AS used
         FROM (${showings} AND ${matching} ${each}) GROUP BY memory_id
         ORDER BY shown DESC, memory_id`,
        ...values,
      )
      const total = (name: keyof ShownCounts) =>
        byMemory.reduce((sum, standing) => sum + standing[name], 0)
      return {
        ...(sums ?? { injections: 0, sessions: 0, tokens: 0 }),
        shown: total('shown'),
        used: total('used'),
        neverUsed: byMemory
          .filter(({ used }) => used === 0)
          .slice(0, mostNeverUsed)
          .map(({ memoryId, shown }) => ({ memoryId, shown })),
      }
    },
    moments: async ({ projectId, since }) =>
      database.list(
        `SELECT CASE WHEN source = 'compact' THEN 'compaction' ELSE event END AS moment, host,
           ${week} AS week, count(*) AS given, count(use) AS used
         FROM injections JOIN injected_lines ON injection_id = id WHERE ${matching}
         GROUP BY 1, 2, 3 ORDER BY week DESC, moment, host`,
        projectId,
        since,
      ),
    async showingsOf(memoryId, most) {
      const latest = database.list<Showing>(
        `SELECT at, event AS moment, use, sessions.id AS session_id
         FROM injected_lines JOIN injections ON injections.id = injection_id
         LEFT JOIN sessions USING (host, host_session_id)
         WHERE memory_id = ? ORDER BY at DESC, injection_id DESC LIMIT ?`,
        memoryId,
        most,
      )
      return latest.toReversed()
    },
    async ofSession({ host, hostSessionId }) {
      const rows = database.list<Omit<Injection, 'session' | 'lines'>>(
        `SELECT id, project_id, event, source, at, tokens, characters FROM injections
         WHERE host = ? AND host_session_id = ? ORDER BY at, id`,
        host,
        hostSessionId,
      )
      const linesOf = (id: string) =>
        database.list<Injection['lines'][number]>(
          `SELECT section, coalesce(memory_id, session_id, '') AS id, reason, tokens, use
           FROM injected_lines WHERE injection_id = ? ORDER BY position`,
          id,
        )
      return rows.map((row) => ({
        ...row,
        session: { host, hostSessionId },
        lines: linesOf(row.id),
      }))
    },
  }
}

type Sums = Pick<InjectionStats, 'injections' | 'sessions' | 'tokens'>
