/** Sessions with their digests, for sharing them. */
import type { Digest } from '../../../contract/digest.ts'
import type { DigestStore, SessionWithDigest } from '../../../core/ports/history.ts'
import type { Database } from '../connection/database.ts'

export function createSessionWithDigest(
  database: Database,
  parse: (value: unknown) => Digest | undefined,
): DigestStore['sessionWithDigest'] {
  return async (id) => {
    const found = database.find<Omit<SessionWithDigest, 'digest'> & { body: string | undefined }>(
      `SELECT sessions.id, project_id, status, host, branch, cwd, started_at, last_event_at, body,
         (SELECT count(*) FROM turns WHERE session_id = sessions.id) AS turns
       FROM sessions LEFT JOIN digests ON digests.type = 'session' AND digests.id = sessions.id
       WHERE sessions.id = ?`,
      id,
    )
    if (!found) return undefined
    const { body, ...session } = found
    return { ...session, digest: body === undefined ? undefined : parse(JSON.parse(body)) }
  }
}

export function createLastDigested(database: Database): DigestStore['lastDigested'] {
  return async (projectId, limit) =>
    database.texts(
      `SELECT id FROM sessions WHERE project_id = ?
         AND EXISTS (SELECT 1 FROM digests WHERE digests.type = 'session' AND digests.id = sessions.id)
       ORDER BY last_event_at DESC, id DESC LIMIT ?`,
      projectId,
      limit,
    )
}
