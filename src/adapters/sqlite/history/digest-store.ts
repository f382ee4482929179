/** Digests as rows. */
import { type Digest, digest as digestSchema } from '../../../contract/digest.ts'
import type { DigestStore } from '../../../core/ports/history.ts'
import type { Database } from '../connection/database.ts'
import type { ChangeRecorder } from './change-feed.ts'
import { createFindDigest, createLastDigest } from './read-digests.ts'
import { createSessionDigests } from './session-digests.ts'
import { createLastDigested, createSessionWithDigest } from './session-with-digest.ts'

export function createDigestStore(database: Database, changes: ChangeRecorder): DigestStore {
  return {
    async put({ id, sessionId, digest, turnIds }) {
      const written = database.run(
        `INSERT INTO digests (type, id, session_id, made_by, body)
         SELECT ?1, ?2, id, 'local', ?4 FROM sessions WHERE id = ?3
           AND NOT EXISTS (
             SELECT 1 FROM json_each(?5) AS source
             WHERE NOT EXISTS (SELECT 1 FROM turns WHERE turns.id = source.value)
           )
         ON CONFLICT DO UPDATE SET made_by = excluded.made_by, body = excluded.body`,
        digest.type,
        id,
        sessionId,
        JSON.stringify(digest),
        JSON.stringify(turnIds),
      )
      if (written > 0) changes.record('digest', id, 'updated')
    },
    find: createFindDigest(database, parseDigest),
    ofSession: createSessionDigests(database, parseDigest),
    lastOf: createLastDigest(database, parseDigest),
    sessionWithDigest: createSessionWithDigest(database, parseDigest),
    lastDigested: createLastDigested(database),
    async clear() {
      database.run('DELETE FROM digests')
    },
  }
}

/** @returns undefined for a digest of an older form */
function parseDigest(value: unknown): Digest | undefined {
  return digestSchema.safeParse(value).data
}
