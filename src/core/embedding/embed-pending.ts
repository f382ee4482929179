/**
 * Embeds pending documents in batches. It can stop after any batch and continue later; unchanged
 * texts cost no call.
 */
import { ThroughlineError } from '../../contract/errors.ts'
import type { Embedder } from '../ports/models.ts'
import type { Runtime } from '../ports/runtime.ts'
import type { PendingDocument, SettledDocument, VectorIndex } from '../ports/search-index.ts'

export interface EmbedPorts extends Pick<Runtime, 'hash' | 'clock'> {
  readonly embedder: Embedder
  readonly vectors: VectorIndex
}

export interface EmbedOptions {
  readonly batchSize?: number
  readonly signal: AbortSignal
  readonly budgetMs?: number
  readonly onProgress?: (progress: EmbedProgress) => void
}

export interface EmbedProgress {
  readonly embedded: number
  /** With the same text as before. */
  readonly unchanged: number
  /** Empty, or rejected by the model. */
  readonly skipped: number
  readonly pending: number
}

/** About 2,000 tokens, as much as most models read. */
export const longestText = 8_000

/**
 * @returns what was done and what is left, even if the signal stopped it
 * @throws the embedder's error; earlier batches are stored
 */
export async function embedPending(
  ports: EmbedPorts,
  options: EmbedOptions,
): Promise<EmbedProgress> {
  const { embedder, vectors, clock } = ports
  const { signal, batchSize = 32, budgetMs = Number.POSITIVE_INFINITY } = options
  const startedAt = clock.now().getTime()
  await vectors.useModel(embedder)
  const done = { embedded: 0, unchanged: 0, skipped: 0 }
  const report = async () => ({ ...done, pending: (await vectors.counts()).pending })
  while (!signal.aborted && clock.now().getTime() - startedAt <= budgetMs) {
    const batch = await vectors.pending(batchSize)
    if (batch.length === 0) break
    const settled = await settleUnlessStopped(batch, ports, signal)
    if (!settled) break
    await vectors.settle(settled)
    for (const { outcome } of settled) done[outcome] += 1
    options.onProgress?.(await report())
  }
  return report()
}

async function settleUnlessStopped(
  batch: readonly PendingDocument[],
  ports: EmbedPorts,
  signal: AbortSignal,
): Promise<Settled[] | undefined> {
  try {
    return await embedBatch(batch, ports, signal)
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

type Settled = SettledDocument & { readonly outcome: 'embedded' | 'unchanged' | 'skipped' }

async function embedBatch(
  batch: readonly PendingDocument[],
  ports: EmbedPorts,
  signal: AbortSignal,
): Promise<Settled[]> {
  const settled: Settled[] = []
  const changed: Prepared[] = []
  for (const document of batch) {
    const text = shorten(document.text)
    const contentHash = ports.hash(text)
    if (text === '') settled.push(skip(document))
    else if (contentHash !== document.knownHash) changed.push({ document, text, contentHash })
    else settled.push({ ...keyOf(document), outcome: 'unchanged' })
  }
  if (changed.length > 0) settled.push(...(await embedAll(changed, ports, signal)))
  return settled
}

interface Prepared {
  readonly document: PendingDocument
  readonly text: string
  readonly contentHash: string
}

async function embedAll(
  prepared: readonly Prepared[],
  ports: EmbedPorts,
  signal: AbortSignal,
): Promise<Settled[]> {
  const { model, dimensions } = ports.embedder
  try {
    const texts = prepared.map(({ text }) => text)
    const values = await ports.embedder.embed(texts, 'document', signal)
    return prepared.map(({ document, contentHash }, at) => ({
      ...keyOf(document),
      outcome: 'embedded',
      vector: {
        model,
        dimensions,
        contentHash,
        values: values[at] ?? new Float32Array(dimensions),
      },
    }))
  } catch (error) {
    if (!isAboutText(error)) throw error
    return embedOneByOne(prepared, ports, signal, error)
  }
}

/** One rejected text must not block the others forever. */
async function embedOneByOne(
  prepared: readonly Prepared[],
  ports: EmbedPorts,
  signal: AbortSignal,
  refusal: unknown,
): Promise<Settled[]> {
  if (prepared.length === 1) return prepared.map(({ document }) => skip(document))
  const settled: Settled[] = []
  for (const one of prepared) settled.push(...(await embedAll([one], ports, signal)))
  if (settled.every(({ outcome }) => outcome === 'skipped')) throw refusal
  return settled
}

const skip = (document: PendingDocument): Settled => ({ ...keyOf(document), outcome: 'skipped' })

const isAboutText = (error: unknown) =>
  error instanceof ThroughlineError && error.code === 'model-rejected-input'

const keyOf = ({ type, id, cursor }: PendingDocument) => ({ type, id, cursor })

/** Never splits a surrogate pair. */
function shorten(text: string): string {
  const trimmed = text.trim()
  return trimmed.length <= longestText ? trimmed : trimmed.slice(0, longestText).toWellFormed()
}
