/** Stores the sessions of a proof. */
import type { Objection, ProofResult, ProofStore } from '../../../core/ports/proof-store.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'

type ProofSession = NonNullable<Awaited<ReturnType<ProofStore['find']>>>

const results = rowForm<ProofResult>({ flags: ['isHeldBack', 'isOver'] })
const proofSessions = rowForm<ProofSession>({ flags: ['isHeldBack'] })

const mostCharacters = 8_000

const ofSession = 'session_id = sessions.id'
const prompts = `(SELECT count(*) FROM turns
  WHERE ${ofSession} AND origin = 'user' AND prompt IS NOT NULL)`

const repeatedFailures = `(SELECT count(*) FROM failures AS failed WHERE failed.${ofSession}
  AND EXISTS (SELECT 1 FROM failure_signatures AS own
    JOIN failure_signatures AS seen ON seen.signature = own.signature AND seen.event_id < own.event_id
    JOIN failures AS earlier ON earlier.event_id = seen.event_id
    JOIN sessions AS other ON other.id = earlier.session_id
    WHERE own.event_id = failed.event_id AND other.id <> sessions.id
      AND other.project_id IS sessions.project_id))`

/** Characters or bytes per token. Agents truncate longer text. */
const ofToken = 4
const mostRead = 40_000
const lengthOf = (hash: string) =>
  `min(${mostRead}, (SELECT bytes FROM tool_event_payloads WHERE hash = ${hash}))`
const tokensSaid = `(SELECT coalesce(sum(length(coalesce(prompt, '')) + length(coalesce(answer, ''))), 0)
  / ${ofToken} FROM turns WHERE ${ofSession})`
const tokensDone = `(SELECT coalesce(sum(${lengthOf('input_hash')} + ${lengthOf('output_hash')}), 0)
  / ${ofToken} FROM tool_events WHERE ${ofSession})`
const tokensGiven = `(SELECT coalesce(sum(tokens), 0) FROM injections
  WHERE injections.host = sessions.host AND injections.host_session_id = sessions.host_session_id)`

export function createProofStore(database: Database): ProofStore {
  const readSecret = () => database.texts('SELECT secret FROM proof_secret')[0]
  return {
    async secret() {
      const known = readSecret()
      if (known !== undefined) return known
      // SQLite draws the random number from the system: hooks do not load node:crypto.
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
    sessionIds: async (projectId) =>
      database.texts(
        `SELECT id FROM proof_sessions JOIN sessions USING (host, host_session_id)
         WHERE trust IS NULL AND (?1 IS NULL OR project_id = ?1) ORDER BY at, id`,
        projectId,
      ),
    async result(sessionId) {
      const row = database.find<object>(
        `SELECT id AS session_id, host, host_session_id, project_id, is_held_back, at,
           status = 'completed' AS is_over, ${prompts} AS prompts,
           ${repeatedFailures} AS repeated_failures,
           ${tokensSaid} + ${tokensDone} + ${tokensGiven} AS tokens
         FROM sessions JOIN proof_sessions USING (host, host_session_id) WHERE id = ?`,
        sessionId,
      )
      return row && results.read(row)
    },
    objections: async (sessionId) =>
      database.list<Objection>(
        `SELECT number, started_at, substr(prompt, 1, ${mostCharacters}) AS prompt
         FROM turns JOIN digests ON digests.type = 'turn' AND digests.id = turns.id,
           json_each(body, '$.steps[0].signs') AS sign
         WHERE turns.session_id = ? AND number > 1 AND origin = 'user' AND prompt IS NOT NULL
           AND sign.value = 'objection' ORDER BY number`,
        sessionId,
      ),
  }
}
