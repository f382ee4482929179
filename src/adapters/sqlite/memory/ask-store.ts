/** Stores asks. */
import type { HostSession } from '../../../core/model/context.ts'
import type { AskStore, RecordedAsk, WaitingAsk } from '../../../core/ports/injection-store.ts'
import type { Database } from '../connection/database.ts'

const repetitionMs = 5_000
const ofSession = 'WHERE host = ?1 AND host_session_id = ?2'

interface SessionState {
  readonly prompts: number
  readonly cause: string | undefined
  readonly at: string
}

export function createAskStore(database: Database): AskStore {
  const find = ({ host, hostSessionId }: HostSession) =>
    database.find<SessionState>(
      `SELECT prompts, cause, at FROM ask_sessions ${ofSession}`,
      host,
      hostSessionId,
    )
  const open = ({ host, hostSessionId }: HostSession, at: string) => {
    const row = { host, hostSessionId, prompts: 0, at }
    database.insert('ask_sessions', row, 'ON CONFLICT DO NOTHING')
  }
  return {
    async countPrompt(session, cause, at) {
      const last = find(session)
      if (last?.cause === cause && Date.parse(at) - Date.parse(last.at) < repetitionMs) {
        return last.prompts
      }
      open(session, at)
      const { host, hostSessionId } = session
      return database.number(
        `UPDATE ask_sessions SET prompts = prompts + 1, cause = ?3, at = ?4 ${ofSession}
         RETURNING prompts`,
        host,
        hostSessionId,
        cause,
        at,
      )
    },
    promptCount: async (session) => find(session)?.prompts ?? 0,
    async record({ session, ...ask }) {
      const { host, hostSessionId } = session
      const row = { ...ask, host, hostSessionId }
      return database.insert('asks', row, 'ON CONFLICT DO NOTHING') > 0
    },
    async list({ host, hostSessionId }) {
      const rows = database.list<Omit<RecordedAsk, 'session'>>(
        `SELECT id, prompt, moment, subject, at, answered_at FROM asks ${ofSession} ORDER BY at, id`,
        host,
        hostSessionId,
      )
      return rows.map((row) => ({ ...row, session: { host, hostSessionId } }))
    },
    async markAnswered({ host, hostSessionId }, at) {
      return database.run(
        `UPDATE asks SET answered_at = ?3 ${ofSession} AND answered_at IS NULL AND at <= ?3`,
        host,
        hostSessionId,
        at,
      )
    },
    async keepWaiting(session, { moment, subject }, at) {
      open(session, at)
      const { host, hostSessionId } = session
      const change = `UPDATE ask_sessions SET moment = ?3, subject = ?4 ${ofSession}`
      database.run(change, host, hostSessionId, moment, subject)
    },
    async takeWaiting({ host, hostSessionId }) {
      const waiting = database.find<WaitingAsk>(
        `SELECT moment, subject FROM ask_sessions ${ofSession} AND moment IS NOT NULL`,
        host,
        hostSessionId,
      )
      if (!waiting) return undefined
      const change = `UPDATE ask_sessions SET moment = NULL, subject = NULL ${ofSession}`
      database.run(change, host, hostSessionId)
      return waiting
    },
  }
}
