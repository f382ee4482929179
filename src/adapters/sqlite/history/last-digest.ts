/** The one digest a new session is told of, apart from the schema of digests: loading that takes long. */
import type { Digest } from '../../../contract/digest.ts'
import type { DigestStore } from '../../../core/ports/digest-store.ts'
import type { Database } from '../connection/database.ts'
import { orNull } from '../connection/rows.ts'

export function createLastDigest(
  database: Database,
  parse: (value: unknown) => Digest | undefined,
): DigestStore['lastOf'] {
  return async (projectId, except) => {
    const row = database.get(
      `SELECT session_id, last_event_at, body FROM digests
       JOIN sessions ON sessions.id = session_id
       WHERE type = 'session' AND project_id = ? AND session_id IS NOT ?
       ORDER BY last_event_at DESC, session_id DESC LIMIT 1`,
      projectId,
      orNull(except),
    )
    const digest = row && parse(JSON.parse(String(row.body)))
    if (!digest) return undefined
    return { sessionId: String(row.session_id), lastEventAt: String(row.last_event_at), digest }
  }
}
