/** Runs due jobs now and then, one run at a time, and queues housekeeping. */
import { type Local, systemClock } from '../../compose/local.ts'
import { createJobRunner } from '../../core/jobs/runner.ts'

export interface JobLoop {
  start(): void
  /** Something may have become due. */
  nudge(): void
  /** Resolves when the job that is running has ended. */
  settle(): Promise<void>
  close(): void
}

const pollMs = 5_000
const housekeepingMs = 10 * 60_000
const leaseMs = 5 * 60_000
const embedBudgetMs = 20_000

export function createJobLoop(local: Local, signal: AbortSignal): JobLoop {
  const { store, log } = local
  const timers: NodeJS.Timeout[] = []
  let running: Promise<void> | undefined
  const runner = createJobRunner({
    queue: store.jobs,
    handlers: { prune: () => local.prune(), embed },
    clock: systemClock,
    random: Math.random,
    leaseMs,
    redactor: local.redactor,
    onFailure: ({ kind, subject, attempts }, error, isParked) =>
      log.error(isParked ? 'a job failed and is parked' : 'a job failed', {
        error,
        kind,
        subject,
        attempts,
      }),
  })

  /** A little at a time, so that other jobs get their turn. */
  async function embed(): Promise<void> {
    const done = await local.embeddings.embedPending({ signal, budgetMs: embedBudgetMs })
    if (done && done.pending > 0) await queueEmbedding()
  }

  async function queueEmbedding(): Promise<void> {
    if (!local.embeddings.isOn()) return
    await store.jobs.enqueue({ kind: 'embed', subject: 'pending', again: true })
  }

  async function run(): Promise<void> {
    try {
      await runner.runDue(signal)
    } catch (error) {
      log.error('jobs could not be run', { error })
    }
  }

  function nudge(): void {
    if (signal.aborted) return
    running ??= run().finally(() => {
      running = undefined
    })
  }

  async function keepHouse(): Promise<void> {
    try {
      await store.jobs.enqueue({ kind: 'prune', subject: 'capture', again: true })
      await queueEmbedding()
      nudge()
    } catch (error) {
      log.error('housekeeping could not be queued', { error })
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
    settle: async () => running,
    close: () => timers.forEach(clearInterval),
  }
}
