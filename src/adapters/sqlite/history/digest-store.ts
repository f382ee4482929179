/** Digests as rows. */
import { type Digest, digest as digestSchema } from '../../../contract/digest.ts'
import type { DigestStore } from '../../../core/ports/digest-store.ts'
import type { Database, Row } from '../connection/database.ts'
import type { ChangeRecorder } from './change-feed.ts'
import { createLastDigest } from './last-digest.ts'

export function createDigestStore(database: Database, changes: ChangeRecorder): DigestStore {
  return {
    async put({ id, sessionId, digest }) {
      const written = database.run(
        `INSERT INTO digests (type, id, session_id, made_by, body)
         SELECT ?1, ?2, id, 'local', ?4 FROM sessions WHERE id = ?3
         ON CONFLICT DO UPDATE SET made_by = excluded.made_by, body = excluded.body`,
        digest.type,
        id,
        sessionId,
        JSON.stringify(digest),
      )
      if (written > 0) changes.record('digest', id, 'updated')
    },
    async find(type, id) {
      return toDigest(database.get('SELECT body FROM digests WHERE type = ? AND id = ?', type, id))
    },
    async ofSession(sessionId) {
      const rows = database.all(
        'SELECT type, id, body FROM digests WHERE session_id = ?',
        sessionId,
      )
      const turns = rows.filter(({ type }) => type === 'turn')
      return {
        session: toDigest(rows.find(({ type }) => type === 'session')),
        turns: new Map(
          turns.flatMap((row) => {
            const digest = toDigest(row)
            return digest ? [[String(row.id), digest]] : []
          }),
        ),
      }
    },
    lastOf: createLastDigest(database, parseDigest),
    async clear() {
      database.run('DELETE FROM digests')
    },
  }
}

function toDigest(row: Row | undefined): Digest | undefined {
  return row && parseDigest(JSON.parse(String(row.body)))
}

/** One of an older form counts as none. */
function parseDigest(value: unknown): Digest | undefined {
  return digestSchema.safeParse(value).data
}
