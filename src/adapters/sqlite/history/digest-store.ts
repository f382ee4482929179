/** Digests as rows. */
import { type Digest, digest as digestSchema } from '../../../contract/digest.ts'
import type { DigestStore, SessionWithDigest } from '../../../core/ports/history.ts'
import type { Database } from '../connection/database.ts'
import type { ChangeRecorder } from './change-feed.ts'
import { createDigestReader } from './read-digests.ts'

export function createDigestStore(database: Database, changes: ChangeRecorder): DigestStore {
  return {
    ...createDigestReader(database, parseDigest),
    async put({ id, sessionId, digest, turnIds }) {
      const written = database.run(
        `INSERT INTO digests (type, id, session_id, made_by, body)
         SELECT ?1, ?2, id, ?6, ?4 FROM sessions WHERE id = ?3
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
        digest.summary ? 'model' : 'local',
      )
      if (written > 0) changes.record('digest', id, 'updated')
    },
    async sessionWithDigest(id) {
      const found = database.find<Omit<SessionWithDigest, 'digest'> & { body: string | undefined }>(
        `SELECT sessions.id, project_id, status, host, branch, cwd, started_at, last_event_at, body,
           (SELECT count(*) FROM turns WHERE session_id = sessions.id) AS turns
         FROM sessions LEFT JOIN digests ON digests.type = 'session' AND digests.id = sessions.id
         WHERE sessions.id = ?`,
        id,
      )
      if (!found) return undefined
      const { body, ...session } = found
      return { ...session, digest: body === undefined ? undefined : parseDigest(JSON.parse(body)) }
    },
    lastDigested: async (projectId, limit) =>
      database.texts(
        `SELECT id FROM sessions WHERE project_id = ?
           AND EXISTS (SELECT 1 FROM digests WHERE digests.type = 'session' AND digests.id = sessions.id)
         ORDER BY last_event_at DESC, id DESC LIMIT ?`,
        projectId,
        limit,
      ),
    async clear() {
      database.run("DELETE FROM digests WHERE made_by = 'local'")
    },
  }
}

const parseDigest = (value: unknown): Digest | undefined => digestSchema.safeParse(value).data
