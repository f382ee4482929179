/** Embeds pending documents until interrupted; the daemon continues with the rest. */
import type { Embeddings } from '../../../compose/embeddings.ts'
import type { EmbedProgress } from '../../../core/embedding/embed-pending.ts'
import type { CliContext } from '../context.ts'
import { catchInterruption } from '../interruption.ts'
import { count } from '../present.ts'
import { type Progress, startProgress } from './progress.ts'

const steps = 20

export async function embedWithProgress(
  embeddings: Embeddings,
  context: CliContext,
  { isQuiet }: { readonly isQuiet: boolean },
): Promise<void> {
  const { pending } = await (await embeddings.vectors()).counts()
  if (pending === 0) return
  const progress = isQuiet ? undefined : await startProgress(context, 'Embedding', steps)
  const interruption = catchInterruption()
  try {
    const done = await embeddings.embedPending({
      signal: interruption.signal,
      ...(progress && { onProgress: followSteps(progress, pending) }),
    })
    progress?.done(done ? describeProgress(done) : 'Another process is already embedding.')
    if (interruption.signal.aborted) context.exitCode = interruption.exitCode()
  } catch (error) {
    progress?.done('Stopped.')
    throw error
  } finally {
    interruption.close()
  }
}

/** One step for each twentieth, whatever the batch size. */
function followSteps(progress: Progress, total: number): (state: EmbedProgress) => void {
  let step = 0
  return (state) => {
    const done = total - state.pending
    const reached = Math.min(steps, Math.floor((done / total) * steps))
    for (; step < reached; step++) progress.advance(`${Math.min(done, total)} of ${total}`)
  }
}

function describeProgress({ embedded, unchanged, skipped }: EmbedProgress): string {
  const parts = [
    `${count(embedded, 'document')} embedded`,
    unchanged > 0 && `${unchanged} unchanged`,
    skipped > 0 && `${skipped} skipped`,
  ]
  return parts.filter(Boolean).join(', ')
}
