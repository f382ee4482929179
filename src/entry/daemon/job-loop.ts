/** Runs due jobs now and then and queues housekeeping. */
import { type Local, systemClock } from '../../compose/local.ts'
import { consolidationJobs } from '../../core/consolidation/jobs.ts'
import { digestJobs } from '../../core/digest/jobs.ts'
import { createJobRunner, type JobHandlers } from '../../core/jobs/runner.ts'

export interface JobLoop {
  start(): void
  /** Something may have become due. */
  nudge(): void
  /** Resolves when the jobs that are running have ended. */
  settle(): Promise<unknown>
  close(): void
}

/** Jobs that run one after another. */
type Lane = Pick<JobLoop, 'nudge' | 'settle'>

const pollMs = 5_000
const housekeepingMs = 10 * 60_000
/** How long the jobs of a daemon that was killed wait for the next one. */
const leaseMs = 15_000
const embedBudgetMs = 20_000

/** @param onWorked told how many jobs were run without a pause */
export function createJobLoop(
  local: Local,
  signal: AbortSignal,
  onWorked: (jobs: number) => void,
): JobLoop {
  const { store, log } = local
  const settings = () => local.config().extraction
  const timers: NodeJS.Timeout[] = []
  // A model may take minutes to answer; what needs none does not wait for it.
  const lanes = [
    createLane({
      prune: () => local.prune(),
      embed,
      ...digestJobs(store),
      'check-files': () => local.checkFiles(signal),
    }),
    createLane({
      extract: (job) => local.extraction.run(job, signal),
      ...consolidationJobs({ ...store, clock: systemClock, settings }),
    }),
  ]

  function createLane(handlers: JobHandlers): Lane {
    const runner = createJobRunner({
      queue: store.jobs,
      handlers,
      clock: systemClock,
      random: Math.random,
      leaseMs,
      repeat(everyMs, work) {
        const timer = setInterval(work, everyMs)
        return () => clearInterval(timer)
      },
      redactor: local.redactor,
      onFailure: ({ kind, subject, attempts }, error, isParked) =>
        log.error(isParked ? 'a job failed and is parked' : 'a job failed', {
          error,
          kind,
          subject,
          attempts,
        }),
      onLeaseLost: ({ kind, subject }) =>
        log.warn('a job lost its lease and is run elsewhere', { kind, subject }),
    })
    let running: Promise<unknown> | undefined
    return {
      nudge() {
        running ??= runner
          .runDue(signal)
          .then(onWorked)
          .catch((error) => log.error('jobs could not be run', { error }))
          .finally(() => {
            running = undefined
          })
      },
      settle: async () => running,
    }
  }

  /** A little at a time, so that other jobs get their turn. */
  async function embed(): Promise<void> {
    const done = await local.embeddings.embedPending({ signal, budgetMs: embedBudgetMs })
    if (done && done.pending > 0) await queueEmbedding()
  }

  async function queueEmbedding(): Promise<void> {
    if (!local.embeddings.isOn()) return
    await store.jobs.enqueue({ kind: 'embed', subject: 'pending', again: true })
  }

  function nudge(): void {
    if (signal.aborted) return
    for (const lane of lanes) lane.nudge()
  }

  async function keepHouse(): Promise<void> {
    try {
      await store.jobs.enqueue({ kind: 'prune', subject: 'capture', again: true })
      await store.jobs.enqueue({ kind: 'check-files', subject: 'all', again: true })
      await queueEmbedding()
      nudge()
      await local.noteDatabaseSize()
    } catch (error) {
      log.error('housekeeping could not be done', { error })
    }
  }

  return {
    start() {
      timers.push(
        setInterval(nudge, pollMs),
        setInterval(() => void keepHouse(), housekeepingMs),
      )
      void keepHouse()
    },
    nudge,
    settle: () => Promise.all(lanes.map((lane) => lane.settle())),
    close: () => timers.forEach(clearInterval),
  }
}
