/** When jobs run: at once when something was captured, every few seconds otherwise. */
import type { Local } from '../../compose/local.ts'
import type { JobLanes } from '../../core/jobs/lanes.ts'

export interface JobLoop extends JobLanes {
  start(): void
  close(): void
}

const pollMs = 5_000
const housekeepingMs = 10 * 60_000

/** @param onWorked called with how many jobs ran without a pause */
export function createJobLoop(
  { jobs, log, recordDatabaseSize }: Local,
  signal: AbortSignal,
  onWorked: (jobs: number) => void,
): JobLoop {
  const lanes = jobs.openLanes(signal, onWorked)
  const timers: NodeJS.Timeout[] = []

  async function keepHouse(): Promise<void> {
    try {
      await jobs.queueHousekeeping()
      lanes.nudge()
      await recordDatabaseSize()
    } catch (error) {
      log.error('housekeeping failed', { error })
    }
  }

  return {
    ...lanes,
    start() {
      timers.push(
        setInterval(lanes.nudge, pollMs),
        setInterval(() => void keepHouse(), housekeepingMs),
      )
      void keepHouse()
    },
    close: () => timers.forEach(clearInterval),
  }
}
