/** Ingests events in batches, so that repeated reads and writes happen once. */
import type {
  CaptureStore,
  SessionChange,
  SessionRow,
  TurnChange,
  TurnRow,
} from '../ports/capture-store.ts'
import type { HistoryDeletion } from '../ports/deletion.ts'
import type { JobQueue, JobRequest } from '../ports/job-queue.ts'
import type { StoreTransaction } from '../ports/store.ts'
import type { IngestTransaction } from './ingest.ts'

/** @param work gets the parts of the transaction that ingest needs */
export async function ingestBatch<T>(
  tx: StoreTransaction,
  work: (ingesting: IngestTransaction) => Promise<T>,
): Promise<T> {
  const sessions = cacheSessions(tx.capture)
  const jobs = cacheJobs(tx.jobs)
  const result = await work({
    ...sessions.capture,
    enqueue: jobs.enqueue,
    isDeleted: askOnce(tx.deletion.isDeleted),
    markAnswered: tx.asks.markAnswered,
    keepWaiting: tx.asks.keepWaiting,
  })
  await sessions.write()
  await jobs.write()
  return result
}

/** Nothing is deleted while a batch is stored, so cache the answer. */
function askOnce(isDeleted: HistoryDeletion['isDeleted']): HistoryDeletion['isDeleted'] {
  const known = new Map<string, Promise<boolean>>()
  return (...names) => {
    const key = names.join('\n')
    const answer = known.get(key) ?? isDeleted(...names)
    known.set(key, answer)
    return answer
  }
}

interface CachedJobs extends Pick<JobQueue, 'enqueue'> {
  write(): Promise<void>
}

/** Requests a job once per transaction: the events of a turn request the same ones repeatedly. */
function cacheJobs({ enqueue }: Pick<JobQueue, 'enqueue'>): CachedJobs {
  const requests = new Map<string, JobRequest>()
  return {
    async enqueue(job) {
      const key = `${job.kind} ${job.subject}`
      const held = requests.get(key)
      requests.set(key, held ? merged(held, job) : job)
      return held === undefined
    },
    async write() {
      for (const job of requests.values()) await enqueue(job)
      requests.clear()
    },
  }
}

/** Has the effect of two requests in a row: only one that postpones the job changes its time. */
function merged(held: JobRequest, job: JobRequest): JobRequest {
  const timed = job.notBefore === undefined ? held : job
  return { ...timed, again: held.again === true || job.again === true }
}

interface CachedSessions {
  /** Delays changes of sessions until `write`; writes everything else at once. */
  readonly capture: CaptureStore
  write(): Promise<void>
}

/**
 * Caches the sessions and turns of one transaction. A batch has hundreds of events of few sessions,
 * and reading and writing the session for each event takes longer than storing it.
 */
function cacheSessions(capture: CaptureStore): CachedSessions {
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
      ...cacheTurns(capture),
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
        // The store decides on the project, because the requested one may have been merged.
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

type TurnParts = Pick<CaptureStore, 'findTurn' | 'latestTurn' | 'insertTurn' | 'updateTurn'>

/** Caches each session's last turn, and the turn last requested by name. */
function cacheTurns(capture: CaptureStore): TurnParts {
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

function changedTurn(turn: TurnRow, change: TurnChange): TurnRow {
  const { hostTurnId, prompt, outcome, branch, commit } = change
  return {
    ...turn,
    ...(branch !== undefined && { branch: branch ?? undefined }),
    ...(commit !== undefined && { commit: commit ?? undefined }),
    ...(hostTurnId !== undefined && { hostTurnId }),
    ...(prompt !== undefined && { prompt }),
    ...(outcome !== undefined && { outcome }),
  }
}
