/** The digests of a session and its turns; without the schema of digests, which is slow to load. */
import type { Digest } from '../../../contract/digest.ts'
import type { DigestStore } from '../../../core/ports/history.ts'
import type { Database } from '../connection/database.ts'

export function createSessionDigests(
  database: Database,
  parse: (value: unknown) => Digest | undefined,
): DigestStore['ofSession'] {
  return async (sessionId) => {
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
  }
}
