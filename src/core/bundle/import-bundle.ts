/** Brings a bundle into the store, a few lines at a time, so that others can write in between. */
import type { BundleLine } from '../../contract/bundle.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import type { Hash } from '../model/content-key.ts'
import type { Store } from '../ports/store.ts'
import { applyLine, type BundleProgress } from './apply-line.ts'
import type { LineOutcome } from './merge-memory.ts'

export interface BundleImportPorts {
  readonly store: Pick<Store, 'transaction'>
  readonly hash: Hash
}

export interface BundleResult {
  memories: number
  updated: number
  /** Memories that were forgotten here and stay so. */
  forgotten: number
  projects: number
  sessions: number
  /** Lines that this version cannot use. */
  skipped: number
}

const linesPerTransaction = 100

export async function importBundle(
  lines: AsyncIterable<BundleLine | undefined>,
  { store, hash }: BundleImportPorts,
  { signal, onLine }: { readonly signal?: AbortSignal; readonly onLine?: () => void } = {},
): Promise<BundleResult> {
  const result = { memories: 0, updated: 0, forgotten: 0, projects: 0, sessions: 0, skipped: 0 }
  const progress: BundleProgress = { renamed: new Map(), withheld: new Set() }
  const apply = (batch: readonly BundleLine[]) =>
    store.transaction(
      async (tx) => {
        const outcomes: LineOutcome[] = []
        for (const line of batch) outcomes.push(await applyLine(line, progress, tx, hash))
        return outcomes
      },
      { durable: false },
    )
  let batch: BundleLine[] = []
  const finish = async () => {
    const outcomes = await apply(batch)
    for (const [index, outcome] of outcomes.entries()) count(result, batch[index], outcome)
    batch = []
    await yieldToEventLoop()
  }
  for await (const line of lines) {
    if (signal?.aborted) break
    onLine?.()
    if (line) batch.push(line)
    else result.skipped += 1
    if (batch.length >= linesPerTransaction) await finish()
  }
  await finish()
  // Waits for the disk once, for everything before it too.
  await store.transaction(async () => undefined)
  return result
}

function count(result: BundleResult, line: BundleLine | undefined, outcome: LineOutcome): void {
  if (outcome === 'misplaced') result.skipped += 1
  if (line?.type === 'memory') {
    if (outcome === 'added') result.memories += 1
    if (outcome === 'updated') result.updated += 1
    if (outcome === 'forgotten') result.forgotten += 1
  }
  if (outcome !== 'added') return
  if (line?.type === 'project') result.projects += 1
  if (line?.type === 'row' && line.table === 'sessions') result.sessions += 1
}
