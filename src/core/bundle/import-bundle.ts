/** Imports a bundle into the store, a few lines at a time, so that others can write in between. */
import type { BundleLine, BundleMemoryLine } from '../../contract/bundle.ts'
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
  /** Memories that were forgotten here and stay forgotten. */
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
  // Waits once for the disk; that covers the earlier transactions.
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

/** A memory in the Memory Interchange Format 2.0, which other tools read. */
export function toMif({ memory, sources }: BundleMemoryLine, project: string | undefined) {
  const session = sources.find(({ type }) => type === 'session')
  const { id, content, createdAt, kind, tags, version, host, scope, supersededBy } = memory
  const { importance, trust, standing, pinned, key, files, validFrom, validTo, updatedAt } = memory
  return {
    ...{ id, content, created_at: createdAt, memory_type: kind, tags, version },
    source: {
      source_type: memory.source,
      ...(session && { session_id: session.ref }),
      ...(host !== undefined && { agent_name: host }),
    },
    ...(supersededBy !== undefined && { related_memory_ids: [supersededBy] }),
    metadata: {
      ...{ scope, project, key, importance, trust, standing, pinned, files },
      ...{ valid_from: validFrom, valid_to: validTo, updated_at: updatedAt },
    },
  }
}

/** The document around the memories, as text before and after them. */
export function mifFrame(at: string, version: string): { before: string; after: string } {
  const generator = { name: 'throughline', version }
  const head = JSON.stringify({ mif_version: '2.0', generator, export_meta: { exported_at: at } })
  return { before: `${head.slice(0, -1)},"memories":[\n`, after: '\n]}\n' }
}
