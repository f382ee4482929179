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

export function createJobLoop(local: Local, signal: AbortSignal): JobLoop {
  const { store, log } = local
  const timers: NodeJS.Timeout[] = []
  let running: Promise<void> | undefined
  const runner = createJobRunner({
    queue: store.jobs,
    handlers: { prune: () => local.prune() },
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
