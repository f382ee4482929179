/** Files by the number of turns that edited them, and failures that occurred in several sessions. */
import type { GrowthStore, RepeatedFailure } from '../../../core/ports/growth-store.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'

const repeated = rowForm<RepeatedFailure>({ json: ['sessions'] })

/** ?1 is the start, ?2 the project, ?3 the limit. */
const since = 'last_event_at >= ?1 AND (?2 IS NULL OR project_id = ?2)'

export function createHotspotReader(
  database: Database,
): Pick<GrowthStore, 'editedFiles' | 'repeatedFailures'> {
  return {
    async editedFiles({ from, projectId, limit }) {
      return database.list(
        `SELECT file.value ->> 'path' AS path, project_id, count(*) AS turns,
           count(DISTINCT session_id) AS sessions
         FROM sessions JOIN digests ON session_id = sessions.id AND digests.type = 'turn',
           json_each(body, '$.filesChanged') AS file
         WHERE ${since} GROUP BY project_id, file.value ->> 'path'
         ORDER BY turns DESC, sessions DESC, file.value ->> 'path' LIMIT ?3`,
        from,
        projectId,
        limit,
      )
    },
    async repeatedFailures({ from, projectId, limit }) {
      // A failure with several signatures is listed under the one that occurred in most sessions.
      const rows = database.list<object>(
        `WITH sight AS (
           SELECT signature, event_id, failures.session_id, project_id, passed_by
           FROM failure_signatures JOIN failures USING (event_id)
             JOIN sessions ON sessions.id = failures.session_id WHERE ${since}),
         spread AS (
           SELECT signature, project_id, count(DISTINCT session_id) AS sessions FROM sight
           GROUP BY signature, project_id HAVING sessions > 1),
         own AS (
           SELECT sight.*, row_number() OVER (
             PARTITION BY event_id ORDER BY sessions DESC, sight.signature) AS place
           FROM sight JOIN spread ON spread.signature = sight.signature
             AND spread.project_id IS sight.project_id),
         by_session AS (
           SELECT signature, own.project_id, own.session_id, min(event_id) AS first,
             max(event_id) AS last, count(*) AS failures, count(passed_by) AS passed,
             EXISTS (SELECT 1 FROM injections JOIN sessions ON sessions.id = own.session_id
               WHERE injections.host_session_id = sessions.host_session_id
               AND event = 'failure' AND subject = signature) AS answered
           FROM own WHERE place = 1 GROUP BY signature, own.project_id, own.session_id)
         SELECT signature, by_session.project_id, max(last) AS event_id,
           json_group_array(json_object('id', by_session.session_id, 'at', occurred_at,
             'failures', failures, 'isAnswered', json(iif(answered, 'true', 'false')),
             'hasPassed', json(iif(passed > 0, 'true', 'false'))) ORDER BY first) AS sessions
         FROM by_session JOIN tool_events ON tool_events.id = first
         GROUP BY signature, by_session.project_id HAVING count(*) > 1
         ORDER BY count(*) DESC, sum(failures) DESC, signature LIMIT ?3`,
        from,
        projectId,
        limit,
      )
      return rows.map((row) => repeated.read(row))
    },
  }
}
