/**
 * Updates the search index from the change feed. Indexing costs more than storing, so recall and an
 * idle daemon catch up. Memories are indexed in the transaction that writes them, because the next
 * write searches the index for duplicates.
 */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import type { DocumentKey, DocumentType, SearchDocument } from '../model/search-document.ts'
import { type ChangeSubject, feedStart } from '../ports/change-feed.ts'
import type { Store, StoreTransaction } from '../ports/store.ts'
import {
  commitDocument,
  memoryDocument,
  sessionDocument,
  toolEventDocument,
  turnDocument,
} from './documents.ts'

export type IndexPorts = Pick<Store, 'transaction' | 'search' | 'changes'>

interface IndexConsumer {
  readonly name: string
  readonly subjects: readonly (ChangeSubject & DocumentType)[]
}

const memoryIndex: IndexConsumer = { name: 'memory-index', subjects: ['memory'] }
const historyIndex: IndexConsumer = {
  name: 'history-index',
  subjects: ['session', 'turn', 'tool-event', 'commit'],
}
const consumers = [memoryIndex, historyIndex]

/** Keeps a transaction below 40 ms. */
const batchSize = 50

/** @returns the number of documents indexed */
export async function catchUpIndex(
  ports: IndexPorts,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (done: number) => void } = {},
): Promise<number> {
  let total = 0
  for (const consumer of consumers) {
    while (!signal?.aborted && (await isBehind(consumer, ports))) {
      total += await ports.transaction((tx) => indexBatch(consumer, tx), { durable: false })
      onProgress?.(total)
      await yieldToEventLoop()
    }
  }
  return total
}

export async function countUnindexed({ changes }: Pick<Store, 'changes'>): Promise<number> {
  let total = 0
  for (const { name, subjects } of consumers) {
    total += await changes.countAfter(await changes.cursor(name), { subjects, latestOnly: true })
  }
  return total
}

/** An interrupted rebuild may leave more, for which a transaction does not wait. */
const mostBatchesPerWrite = 40

/** Call it in the transaction that wrote them. */
export async function indexMemories(tx: StoreTransaction): Promise<void> {
  for (let batch = 0; batch < mostBatchesPerWrite; batch++) {
    if ((await indexBatch(memoryIndex, tx)) === 0) return
  }
}

/** Empties the index. Catching up rebuilds it, even after an interruption. */
export async function restartIndex(tx: StoreTransaction): Promise<void> {
  await tx.search.clear()
  for (const { name } of consumers) await tx.changes.advance(name, feedStart)
}

async function isBehind(
  { name, subjects }: IndexConsumer,
  { changes }: Pick<Store, 'changes'>,
): Promise<boolean> {
  const { changes: next } = await changes.after(await changes.cursor(name), 1, { subjects })
  return next.length > 0
}

async function indexBatch(
  { name, subjects }: IndexConsumer,
  tx: StoreTransaction,
): Promise<number> {
  const from = await tx.changes.cursor(name)
  const page = await tx.changes.after(from, batchSize, { subjects, latestOnly: true })
  if (page.cursor === from) return 0
  const keys = page.changes.map(({ subject, id }) => ({ type: subject as DocumentType, id }))
  const documents = await readDocuments(keys, tx)
  const found = new Set(documents.map(({ type, id }) => `${type} ${id}`))
  await tx.search.remove(keys.filter(({ type, id }) => !found.has(`${type} ${id}`)))
  await tx.search.put(documents)
  await tx.changes.advance(name, page.cursor)
  return keys.length
}

/** In no particular order; skips deleted ones. */
async function readDocuments(
  keys: readonly DocumentKey[],
  { memories, history, commits }: Pick<Store, 'memories' | 'history' | 'commits'>,
): Promise<SearchDocument[]> {
  const read = async <T>(type: DocumentType, find: (ids: string[]) => Promise<T[]>) => {
    const ids = keys.filter((key) => key.type === type).map(({ id }) => id)
    return ids.length > 0 ? find(ids) : []
  }
  return [
    ...(await read('memory', memories.findMany)).map(memoryDocument),
    ...(await read('turn', history.turns)).map(turnDocument),
    ...(await read('tool-event', history.toolEvents)).map(toolEventDocument),
    ...(await read('session', history.sessionSources)).map(sessionDocument),
    ...(await read('commit', commits.findMany)).map(commitDocument),
  ]
}

export interface Rebuilt {
  readonly memories: number
  readonly sessions: number
}

export async function rebuildIndex(
  ports: IndexPorts,
  onProgress: (done: number, documents: number) => void,
): Promise<Rebuilt> {
  await ports.transaction(restartIndex)
  const documents = await countUnindexed(ports)
  await catchUpIndex(ports, { onProgress: (done) => onProgress(done, documents) })
  await ports.search.optimise()
  const { memory = 0, session = 0 } = await ports.search.counts()
  return { memories: memory, sessions: session }
}
