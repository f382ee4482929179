/** Sums up what was given by moment, host and week. */
import type {
  GivenRemedy,
  InjectionFilter,
  MomentCounts,
} from '../../../core/ports/injection-store.ts'
import type { Database } from '../connection/database.ts'

/** The Monday it began on. */
const week = `date(at, 'weekday 0', '-6 days')`
const condition = '(?1 IS NULL OR injections.project_id = ?1) AND (?2 IS NULL OR at >= ?2)'
const mostRemedies = 1_000

export function countMoments(database: Database, filter: InjectionFilter): MomentCounts[] {
  return database.list<MomentCounts>(
    `SELECT CASE WHEN source = 'compact' THEN 'compaction' ELSE event END AS moment, host,
       ${week} AS week, count(*) AS given, count(use) AS used
     FROM injections JOIN injected_lines ON injection_id = id WHERE ${condition}
     GROUP BY 1, 2, 3 ORDER BY week DESC, moment, host`,
    filter.projectId,
    filter.since,
  )
}

export function listRemedies(database: Database, filter: InjectionFilter): GivenRemedy[] {
  return database.list<GivenRemedy>(
    `SELECT injections.host, ${week} AS week, sessions.id AS session_id, subject AS signature, at
     FROM injections JOIN sessions USING (host, host_session_id)
     WHERE event = 'failure' AND subject IS NOT NULL AND ${condition}
     ORDER BY at DESC LIMIT ${mostRemedies}`,
    filter.projectId,
    filter.since,
  )
}
