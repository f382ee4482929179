/**
 * Keeps the sessions and turns of one transaction in memory. A batch has hundreds of events of few
 * sessions; to read and write a session for each takes longer than to store the event.
 */
import type {
  CaptureTransaction,
  SessionChange,
  SessionRow,
  TurnChange,
  TurnRow,
} from '../../ports/capture-store.ts'

export interface HeldSessions {
  /** Its changes of sessions wait for `write`; everything else is written at once. */
  readonly capture: CaptureTransaction
  write(): Promise<void>
}

export function holdSessions(capture: CaptureTransaction): HeldSessions {
  const sessions = new Map<string, SessionRow>()
  const keys = new Map<string, string>()
  const changes = new Map<string, SessionChange>()
  const write = async () => {
    for (const [id, change] of changes) await capture.updateSession(id, change)
    changes.clear()
  }
  const hold = (session: SessionRow) => {
    const key = `${session.host} ${session.hostSessionId}`
    keys.set(session.id, key)
    sessions.set(key, session)
    return session
  }
  return {
    write,
    capture: {
      ...capture,
      ...holdTurns(capture),
      async findSession(host, hostSessionId) {
        const held = sessions.get(`${host} ${hostSessionId}`)
        if (held) return held
        const found = await capture.findSession(host, hostSessionId)
        return found && hold(found)
      },
      insertSession: async (session) => hold(await capture.insertSession(session)),
      async updateSession(id, change) {
        const key = keys.get(id) ?? ''
        const held = sessions.get(key)
        changes.set(id, { ...changes.get(id), ...change })
        // The store decides which project it is: the one asked for may have been merged.
        if (!held || change.projectId !== undefined) {
          sessions.delete(key)
          await write()
          return
        }
        sessions.set(key, changedSession(held, change))
      },
      async silentSessions(before) {
        await write()
        return capture.silentSessions(before)
      },
    },
  }
}

function changedSession(session: SessionRow, change: SessionChange): SessionRow {
  const { startedAt, status, endReason, lastEventAt, eventCount, cwd } = change
  const { recentContent, writtenFiles } = change
  return {
    ...session,
    ...(startedAt !== undefined && { startedAt }),
    ...(status !== undefined && { status }),
    ...(endReason !== undefined && { endReason: endReason ?? undefined }),
    ...(lastEventAt !== undefined && { lastEventAt }),
    ...(recentContent !== undefined && { recentContent }),
    ...(writtenFiles !== undefined && { writtenFiles }),
    ...(eventCount !== undefined && { eventCount }),
    ...(cwd !== undefined && { cwd }),
  }
}

type TurnParts = Pick<CaptureTransaction, 'findTurn' | 'latestTurn' | 'insertTurn' | 'updateTurn'>

/** Of each session the last turn, and the one that was last asked for by name. */
function holdTurns(capture: CaptureTransaction): TurnParts {
  const latest = new Map<string, TurnRow>()
  const named = new Map<string, TurnRow>()
  return {
    async findTurn(sessionId, hostTurnId) {
      const held = named.get(sessionId)
      if (held?.hostTurnId === hostTurnId) return held
      const found = await capture.findTurn(sessionId, hostTurnId)
      if (found) named.set(sessionId, found)
      return found
    },
    async latestTurn(sessionId) {
      const held = latest.get(sessionId)
      if (held) return held
      const found = await capture.latestTurn(sessionId)
      if (found) latest.set(sessionId, found)
      return found
    },
    async insertTurn(turn) {
      const inserted = await capture.insertTurn(turn)
      const { sessionId, number } = inserted
      named.set(sessionId, inserted)
      const last = latest.get(sessionId)
      if (last && last.number < number) latest.set(sessionId, inserted)
      return inserted
    },
    async updateTurn(id, change) {
      for (const turns of [latest, named]) {
        for (const [key, turn] of turns) {
          if (turn.id === id) turns.set(key, changedTurn(turn, change))
        }
      }
      await capture.updateTurn(id, change)
    },
  }
}

function changedTurn(turn: TurnRow, { hostTurnId, prompt, outcome }: TurnChange): TurnRow {
  return {
    ...turn,
    ...(hostTurnId !== undefined && { hostTurnId }),
    ...(prompt !== undefined && { prompt }),
    ...(outcome !== undefined && { outcome }),
  }
}
