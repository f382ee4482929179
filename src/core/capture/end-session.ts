/** Ends turns and sessions, and enqueues the jobs that follow. */
import { type Happening, jobsAfter, type LearningSettings } from '../extraction/triggers.ts'
import type { CaptureStore, SessionChange, SessionRow, TurnRow } from '../ports/capture-store.ts'
import type { JobQueue } from '../ports/job-queue.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Spool } from '../ports/spool.ts'
import type { Store } from '../ports/store.ts'

export type ClosingTransaction = CaptureStore & Pick<JobQueue, 'enqueue'>

export interface SessionMoment {
  readonly session: SessionRow
  readonly at: string
  readonly extraction: () => LearningSettings
}

export async function closeSilentSession(
  tx: ClosingTransaction,
  session: SessionRow,
  extraction: SessionMoment['extraction'],
): Promise<void> {
  const end = { session, at: session.lastEventAt, extraction }
  await tx.updateSession(session.id, await endSession(tx, end, 'silence'))
}

export async function endSession(
  tx: ClosingTransaction,
  moment: SessionMoment,
  reason: string,
): Promise<SessionChange> {
  const { session, at } = moment
  const turn = await tx.latestTurn(session.id)
  if (turn) await leaveTurn(tx, moment, turn)
  await tx.enqueue({ kind: 'digest-session', subject: session.id, again: true })
  await enqueueAfter(tx, moment, { kind: 'session-ended' })
  return { status: 'completed', endedAt: at, endReason: reason }
}

/** If the host never ended a turn (an interruption, a crash), it ends when the next one starts. */
export async function leaveTurn(
  tx: ClosingTransaction,
  moment: SessionMoment,
  turn: TurnRow,
): Promise<void> {
  if (turn.outcome === 'open') {
    const endedAt = later(turn.startedAt, moment.at)
    await tx.updateTurn(turn.id, { outcome: 'cut', endedAt })
  }
  await tx.enqueue({ kind: 'digest-turn', subject: turn.id })
  await enqueueAfter(tx, moment, { kind: 'turn-left', turnId: turn.id })
}

export async function enqueueAfter(
  tx: ClosingTransaction,
  { session, at, extraction }: SessionMoment,
  happening: Happening,
): Promise<void> {
  const where = { sessionId: session.id, projectId: session.projectId, at }
  for (const job of jobsAfter(happening, where, extraction())) await tx.enqueue(job)
}

export const later = (one: string, other: string) => (one > other ? one : other)

const hourMs = 60 * 60_000
/** A session without events for so long has ended. */
export const endingSilenceMs = 12 * hourMs
const keepDoneJobsMs = 14 * 24 * hourMs

interface PruneParts extends Pick<Store, 'transaction' | 'jobs'> {
  readonly spool: Spool
  readonly clock: Clock
  readonly extraction: SessionMoment['extraction']
}

/** The `prune` job of capture: closes silent sessions, deletes old finished jobs and stray files. */
export async function pruneCapture(parts: PruneParts): Promise<void> {
  const now = parts.clock.now()
  await parts.spool.sweep(now)
  await parts.jobs.deleteDone(before(now, keepDoneJobsMs))
  await closeSilentSessions(parts, before(now, endingSilenceMs))
}

async function closeSilentSessions(
  { transaction, extraction }: PruneParts,
  since: string,
): Promise<void> {
  await transaction(async ({ capture, jobs }) => {
    const tx = { ...capture, enqueue: jobs.enqueue }
    for (const session of await tx.silentSessions(since)) {
      await closeSilentSession(tx, session, extraction)
    }
  })
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
