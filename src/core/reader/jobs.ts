/** The jobs that learn from sessions: local rules read a turn, a reader the session. */
import { type ErrorCode, ThroughlineError } from '../../contract/errors.ts'
import { isLearningOn } from '../../contract/learning-text.ts'
import { type ExtractionPorts, extractRest, extractTurn } from '../extraction/extract-session.ts'
import { idleUntil, isGoingOn, type LearningSettings } from '../extraction/triggers.ts'
import type { WriteResult } from '../memory/write-memory.ts'
import type { SessionPlace } from '../ports/history.ts'
import type { Job, JobQueue } from '../ports/job-queue.ts'
import {
  type ReaderPorts,
  type Reading,
  readSession,
  type SessionReadingOptions,
} from './read-session.ts'

export interface LearningPorts extends ExtractionPorts, ReaderPorts {
  readonly history: ExtractionPorts['history']
  readonly settings: () => LearningSettings
  readonly commitOf: ExtractionPorts['commitOf']
}

export interface LearningJobPorts extends LearningPorts {
  readonly jobs: JobQueue
  readonly report: (learned: Learned) => void
}

export interface Learned extends Reading {
  /** Why the configured model did not read. */
  readonly problem?: {
    readonly code: ErrorCode
    readonly reason: string
    readonly hint: string | undefined
  }
}

/** The `extract` job. Does nothing if the turn was deleted or learning switched off meanwhile. */
export async function runExtraction(
  { subject }: Pick<Job, 'subject'>,
  ports: LearningJobPorts,
): Promise<void> {
  if (!ports.settings().rules) return
  const [turn] = await ports.history.turns([subject])
  const session = turn && (await ports.history.sessionPlace(turn.sessionId))
  if (!session) return
  const results = await extractTurn(session, turn.number, ports)
  ports.report({ requests: 0, results, readBy: undefined })
}

/**
 * The `read` job: at a session's end, after a long silence, and before a compaction.
 * @throws ThroughlineError `model-unavailable` if a retry may help, so that the job is retried
 */
export async function runReading(
  { subject }: Pick<Job, 'subject'>,
  ports: LearningJobPorts,
  signal: AbortSignal,
): Promise<void> {
  if (!isLearningOn(ports.settings())) return
  const session = await ports.history.sessionPlace(subject)
  if (!session) return
  const quietAt = idleUntil(session.lastEventAt)
  const isOngoing = isGoingOn(session, ports.clock.now())
  if (isOngoing) {
    await ports.jobs.enqueue({ kind: 'read', subject, again: true, notBefore: quietAt })
  }
  ports.report(await learnFrom(session, ports, { signal, isOngoing }))
}

/** Runs local rules on unread turns, then the reader on the session. */
export async function learnFrom(
  session: SessionPlace,
  ports: LearningPorts,
  options: SessionReadingOptions,
): Promise<Learned> {
  const { signal, again, isOngoing } = options
  const hears = ports.settings().rules && !isOngoing
  const heard: readonly WriteResult[] = hears
    ? await extractRest(session, ports, { signal, again })
    : []
  try {
    const reading = await readSession(session, ports, options)
    return { ...reading, results: [...heard, ...reading.results] }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ThroughlineError) || !isPointless.has(error.code)) throw error
    const problem = { code: error.code, reason: error.message, hint: error.hint }
    return { requests: 0, results: heard, readBy: undefined, problem }
  }
}

/** A retry would fail the same way. */
const isPointless: ReadonlySet<ErrorCode> = new Set([
  'budget-exhausted',
  'model-misconfigured',
  'model-rejected-input',
])
