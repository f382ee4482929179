/** The bar while histories are imported: sessions, speed and time left. */
import type { ImportRun } from '../../../contract/operations/import.ts'
import type { CliContext } from '../context.ts'
import { startProgress } from '../maintain/progress.ts'
import { bytes } from '../present.ts'

interface ImportProgress {
  onProgress(run: ImportRun): void
  done(isInterrupted: boolean): void
}

/** A log needs fewer lines than a bar has cells. */
const stepsOn = ({ isTerminal }: CliContext) => (isTerminal ? 40 : 4)

export async function followImport(context: CliContext): Promise<ImportProgress> {
  const steps = stepsOn(context)
  const progress = await startProgress(context, 'Importing', steps)
  let step = 0
  return {
    onProgress(run) {
      const reached = Math.floor((run.bytes.done / Math.max(1, run.bytes.all)) * steps)
      if (reached === step) return
      progress.advance(describe(run), reached - step)
      step = reached
    },
    done: (isInterrupted) =>
      progress.done(isInterrupted ? 'Stopped; the next import goes on from here' : 'Sessions read'),
  }
}

function describe({ sessions, bytes: size, startedAt, updatedAt, secondsLeft }: ImportRun): string {
  const seconds = Math.max(0.001, (Date.parse(updatedAt) - Date.parse(startedAt)) / 1_000)
  const speed = `${bytes(size.done / seconds)}/s`
  const left = secondsLeft === undefined ? '' : `, ${duration(secondsLeft)} left`
  return `${sessions.done} of ${sessions.all} sessions, ${speed}${left}`
}

const duration = (seconds: number) =>
  seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
