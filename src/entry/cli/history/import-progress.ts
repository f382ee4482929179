/** The bar while histories are imported: sessions, speed and time left. */
import type { FoundHistory, ImportOptions } from '../../../core/import/import-histories.ts'
import type { CliContext } from '../context.ts'
import { startProgress } from '../maintain/progress.ts'
import { bytes } from '../present.ts'

interface ImportProgress {
  readonly onItem: NonNullable<ImportOptions['onItem']>
  done(isInterrupted: boolean): void
}

const steps = 40

export async function followImport(
  context: CliContext,
  found: readonly FoundHistory[],
): Promise<ImportProgress> {
  const items = found.flatMap((history) => history.items)
  const total = items.reduce((sum, item) => sum + item.bytes, 0)
  const sessions = items.reduce((sum, item) => sum + item.sessions, 0)
  const progress = await startProgress(context, 'Importing', steps)
  const startedMs = Date.now()
  let [read, done, step] = [0, 0, 0]
  return {
    onItem(item) {
      read += item.bytes
      done += item.sessions
      const reached = Math.min(steps, Math.floor((read / Math.max(1, total)) * steps))
      if (reached === step) return
      const seconds = Math.max(0.001, (Date.now() - startedMs) / 1_000)
      const left = Math.ceil((seconds * (total - read)) / read)
      const speed = `${bytes(read / seconds)}/s`
      progress.advance(`${done} of ${sessions} sessions, ${speed}, ${left} s left`, reached - step)
      step = reached
    },
    done: (isInterrupted) =>
      progress.done(isInterrupted ? 'Stopped; the next import goes on from here' : 'Done'),
  }
}
