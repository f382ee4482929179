/** Jobs about a session or a turn, as they are queued by capture. */
import { formatSubject } from '../../../core/extraction/triggers.ts'
import type { Database } from '../connection/database.ts'

/** @param turnId only the jobs of this turn, unless empty */
export function deleteJobs(database: Database, sessionId: string, turnId: string): void {
  const turns =
    turnId === ''
      ? database.texts('SELECT id FROM turns WHERE session_id = ?', sessionId)
      : [turnId]
  const ofSession = (['idle', 'compaction', 'end'] as const).map((kind) =>
    formatSubject({ kind, sessionId }),
  )
  const subjects = turnId === '' ? [...turns, sessionId, ...ofSession] : turns
  database.run(
    `DELETE FROM jobs WHERE kind IN ('digest-turn', 'digest-session', 'extract')
     AND subject IN (SELECT value FROM json_each(?))`,
    JSON.stringify(subjects),
  )
}
