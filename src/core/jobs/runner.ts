/** Runs due jobs one after another. It knows no SQL and no clockwork: the daemon calls it. */
import { ThroughlineError } from '../../contract/errors.ts'
import { type JobKind, maxAttempts, retryDelayMs } from '../model/job.ts'
import type { Clock } from '../ports/clock.ts'
import type { Job, JobQueue } from '../ports/job-queue.ts'
import type { Redactor } from '../ports/redactor.ts'

/** What a kind of job does. It must be safe to run twice: a lease may run out under it. */
export type JobHandler = (job: Job) => Promise<void>
export type JobHandlers = Partial<Record<JobKind, JobHandler>>

export interface JobRunner {
  /** Runs what is due now. @returns how many jobs were tried */
  runDue(signal: AbortSignal): Promise<number>
}

export interface JobRunnerParts {
  readonly queue: JobQueue
  readonly handlers: JobHandlers
  readonly clock: Clock
  readonly random: () => number
  readonly leaseMs: number
  readonly redactor: Redactor
  readonly onFailure: (job: Job, error: unknown, isParked: boolean) => void
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
      }
      return tried
    },
  }
}

async function runJob(job: Job, parts: JobRunnerParts, signal: AbortSignal): Promise<void> {
  try {
    refuseDeadlyJob(job)
    await parts.handlers[job.kind]?.(job)
  } catch (error) {
    // It was we who stopped it: no fault of the job's.
    if (signal.aborted) return parts.queue.giveBack(job.id)
    const delayMs = needsPerson(error) ? undefined : retryDelayMs(job.attempts, parts.random)
    const retryAt =
      delayMs === undefined
        ? undefined
        : new Date(parts.clock.now().getTime() + delayMs).toISOString()
    await parts.queue.fail(job.id, parts.redactor.redact(messageOf(error)), retryAt)
    parts.onFailure(job, error, retryAt === undefined)
    return
  }
  await parts.queue.complete(job.id)
}

/** A failure is counted and parked in time; only a run that took the process with it gets here. */
function refuseDeadlyJob({ attempts }: Job): void {
  if (attempts > maxAttempts) throw new Error(`${maxAttempts} runs of it never ended`)
}

/** Trying again changes nothing until somebody has changed the settings. */
const needsPerson = (error: unknown) =>
  error instanceof ThroughlineError && error.code === 'model-misconfigured'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
