/** Lanes of jobs: lanes run in parallel, the jobs of a lane one after another. */
import { createJobRunner, type JobHandlers, type JobRunnerParts } from './runner.ts'

export interface JobLanes {
  /** Runs due jobs, unless that is already happening. */
  nudge(): void
  /** Resolves when the running jobs have ended. */
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
