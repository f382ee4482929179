/** Reads the digests that context needs, without the digest schema, which is slow to load. */
import type { Digest } from '../../../contract/digest.ts'
import type { DigestStore } from '../../../core/ports/history.ts'
import type { Database } from '../connection/database.ts'

/** @param parse returns undefined for a digest in an older format */
export function createDigestReader(
  database: Database,
  parse: (value: unknown) => Digest | undefined,
) {
  return {
    async find(type, id) {
      const [body] = database.texts('SELECT body FROM digests WHERE type = ? AND id = ?', type, id)
      return body === undefined ? undefined : parse(JSON.parse(body))
    },
    async lastOf({ projectId, branch, except, before }) {
      const last = database.find<{ sessionId: string; lastEventAt: string; body: string }>(
        `SELECT session_id, last_event_at, body FROM digests
         JOIN sessions ON sessions.id = session_id
         WHERE type = 'session' AND project_id = ? AND branch IS ? AND session_id IS NOT ?
           AND last_event_at < ?
         ORDER BY last_event_at DESC, session_id DESC LIMIT 1`,
        projectId,
        branch,
        except,
        before,
      )
      if (!last) return undefined
      const { body, ...session } = last
      const digest = parse(JSON.parse(body))
      return digest && { ...session, digest }
    },
    async ofSession(sessionId) {
      const rows = database.list<{ id: string; body: string }>(
        'SELECT id, body FROM digests WHERE session_id = ?',
        sessionId,
      )
      const digests = new Map<string, Digest>()
      for (const { id, body } of rows) {
        const digest = parse(JSON.parse(body))
        if (digest) digests.set(id, digest)
      }
      const session = digests.get(sessionId)
      digests.delete(sessionId)
      return { session, turns: digests }
    },
  } satisfies Partial<DigestStore>
}
