/** The sessions of the proof as rows. */
import type { ProofStore } from '../../../core/ports/proof-store.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'

type ProofSession = NonNullable<Awaited<ReturnType<ProofStore['find']>>>

const proofSessions = rowForm<ProofSession>({ flags: ['isHeldBack'] })

export function createProofStore(database: Database): ProofStore {
  const readSecret = () => database.texts('SELECT secret FROM proof_secret')[0]
  return {
    async secret() {
      const known = readSecret()
      if (known !== undefined) return known
      // By SQLite, from the random source of the system: hooks do not load node:crypto.
      database.run('INSERT OR IGNORE INTO proof_secret VALUES (1, lower(hex(randomblob(32))))')
      return readSecret() ?? ''
    },
    async find({ host, hostSessionId }) {
      const row = database.find<object>(
        `SELECT is_held_back, at, released_at FROM proof_sessions
         WHERE host = ? AND host_session_id = ?`,
        host,
        hostSessionId,
      )
      return row && proofSessions.read(row)
    },
    async add({ host, hostSessionId }, { isHeldBack, at }) {
      const row = { host, hostSessionId, isHeldBack: Number(isHeldBack), at }
      database.insert('proof_sessions', row, 'ON CONFLICT DO NOTHING')
    },
    async release({ host, hostSessionId }, at) {
      const changed = database.run(
        `UPDATE proof_sessions SET released_at = ?3 WHERE host = ?1 AND host_session_id = ?2
         AND is_held_back AND released_at IS NULL`,
        host,
        hostSessionId,
        at,
      )
      return changed > 0
    },
  }
}
