/**
 * Runs due jobs one after another, and renews the lease of the running job. Leases are short, so that
 * another process soon takes over the job of one that died. The daemon calls it.
 */
import { ThroughlineError } from '../../contract/errors.ts'
import type { Job, JobKind, JobQueue, LeasedJob } from '../ports/job-queue.ts'
import type { Runtime } from '../ports/runtime.ts'
import { backOffMs } from './back-off.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

/** Must be safe to run twice: the lease may expire while it runs. */
type JobHandler = (job: Job) => Promise<void>
export type JobHandlers = Partial<Record<JobKind, JobHandler>>

export interface JobRunner {
  /** Runs due jobs. @returns how many were tried */
  runDue(signal: AbortSignal): Promise<number>
}

export interface JobRunnerParts extends Pick<Runtime, 'clock' | 'redactor'> {
  readonly queue: JobQueue
  readonly handlers: JobHandlers
  readonly random: () => number
  readonly leaseMs: number
  /** Calls `work` at this interval. @returns how to stop it */
  readonly repeat: (everyMs: number, work: () => void) => () => void
  readonly onFailure: (job: Job, error: unknown, isParked: boolean) => void
  /** The lease expired, and another runner has the job now. */
  readonly onLeaseLost: (job: Job) => void
}

export function createJobRunner(parts: JobRunnerParts): JobRunner {
  const kinds = Object.keys(parts.handlers) as JobKind[]
  return {
    async runDue(signal) {
      let tried = 0
      while (!signal.aborted) {
        const job = await parts.queue.claim(kinds, parts.leaseMs)
        if (!job) break
        tried += 1
        await runJob(job, parts, signal)
        await yieldToEventLoop()
      }
      return tried
    },
  }
}

/** So that one late renewal does no harm. */
const renewalsPerLease = 3

async function runJob(job: LeasedJob, parts: JobRunnerParts, signal: AbortSignal): Promise<void> {
  const { queue, leaseMs, repeat } = parts
  // The next renewal makes up for a failed one; if all fail, settling reports it.
  const stopRenewing = repeat(leaseMs / renewalsPerLease, () => {
    void queue.renew(job, leaseMs).catch(() => undefined)
  })
  try {
    const settled = await runAndSettle(job, parts, signal)
    if (!settled) parts.onLeaseLost(job)
  } finally {
    stopRenewing()
  }
}

/** @returns false if the lease was lost */
async function runAndSettle(
  job: LeasedJob,
  parts: JobRunnerParts,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    refuseDeadlyJob(job)
    await parts.handlers[job.kind]?.(job)
  } catch (error) {
    // We stopped it; the job did not fail.
    if (signal.aborted) return parts.queue.giveBack(job)
    const delayMs = delayAfter(error, job.attempts, parts.random)
    const retryAt =
      delayMs === undefined
        ? undefined
        : new Date(parts.clock.now().getTime() + delayMs).toISOString()
    const settled = await parts.queue.fail(job, parts.redactor.redact(messageOf(error)), retryAt)
    if (settled) parts.onFailure(job, error, retryAt === undefined)
    return settled
  }
  return parts.queue.complete(job)
}

/** Failures are parked at the limit; only runs that killed the process get here. */
function refuseDeadlyJob({ attempts }: Job): void {
  if (attempts > maxAttempts) throw new Error(`${maxAttempts} runs of it never finished`)
}

export const maxAttempts = 5
const delays = { firstMs: 2_000, longestMs: 10 * 60_000 }

/** As long as the error asks for, if that is longer, up to an hour. Undefined after the last attempt. */
function delayAfter(error: unknown, attempts: number, random: () => number): number | undefined {
  if (attempts >= maxAttempts || needsPerson(error)) return undefined
  const usual = backOffMs(attempts, delays, random)
  const asked = error instanceof ThroughlineError ? (error.retryAfterMs ?? 0) : 0
  return Math.max(usual, Math.min(asked, longestAskedMs))
}

const longestAskedMs = 60 * 60_000

/** Retrying helps only after somebody changes the settings. */
const needsPerson = (error: unknown) =>
  error instanceof ThroughlineError && error.code === 'model-misconfigured'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Lanes run in parallel, the jobs of a lane one after another. */
export interface JobLanes {
  /** Runs due jobs, unless that is already happening. */
  nudge(): void
  settle(): Promise<unknown>
}

export interface LaneParts extends Omit<JobRunnerParts, 'handlers'> {
  readonly signal: AbortSignal
  /** Called with the number of jobs a lane ran without a pause. */
  readonly onWorked: (jobs: number) => void
  /** The queue itself failed. */
  readonly onError: (error: unknown) => void
}

export function createJobLanes(lanes: readonly JobHandlers[], parts: LaneParts): JobLanes {
  const opened = lanes.map((handlers) => createLane(handlers, parts))
  return {
    nudge() {
      if (parts.signal.aborted) return
      for (const lane of opened) lane.nudge()
    },
    settle: () => Promise.all(opened.map((lane) => lane.settle())),
  }
}

function createLane(handlers: JobHandlers, parts: LaneParts): JobLanes {
  const runner = createJobRunner({ ...parts, handlers })
  let running: Promise<unknown> | undefined
  return {
    nudge() {
      running ??= runner
        .runDue(parts.signal)
        .then(parts.onWorked)
        .catch(parts.onError)
        .finally(() => {
          running = undefined
        })
    },
    settle: async () => running,
  }
}

/** Runs work with the same key one after another, and work with other keys beside it. */
type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work)
    const settled = turn
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === settled) last.delete(key)
      })
    last.set(key, settled)
    return turn
  }
}
