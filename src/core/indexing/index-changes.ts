/**
 * Keeps the search index in step with the feed. Ingestion writes no index, since indexing costs more
 * than storing: recall, and the daemon when it has time, catch up. Memories are indexed at the end of
 * the transaction that writes them, because the next write looks there for what says the same.
 */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import type { DocumentKey, DocumentType, SearchDocument } from '../model/search-document.ts'
import { type ChangeSubject, feedStart } from '../ports/change-feed.ts'
import type { Store, StoreTransaction } from '../ports/store.ts'
import { memoryDocument, sessionDocument, toolEventDocument, turnDocument } from './documents.ts'

export type IndexPorts = Pick<Store, 'transaction' | 'search' | 'changes'>

interface IndexConsumer {
  readonly name: string
  readonly subjects: readonly (ChangeSubject & DocumentType)[]
}

const memoryIndex: IndexConsumer = { name: 'memory-index', subjects: ['memory'] }
const historyIndex: IndexConsumer = {
  name: 'history-index',
  subjects: ['session', 'turn', 'tool-event'],
}
const consumers = [memoryIndex, historyIndex]

/** In one transaction, of at most 40 ms. */
const batchSize = 50

/** @returns how many documents were indexed */
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

/** How many documents the index lacks. */
export async function countUnindexed({ changes }: Pick<Store, 'changes'>): Promise<number> {
  let total = 0
  for (const { name, subjects } of consumers) {
    total += await changes.countAfter(await changes.cursor(name), { subjects, latestOnly: true })
  }
  return total
}

/** A rebuild that was broken off may leave more; a transaction does not wait for all of it. */
const mostBatchesPerWrite = 40

/** Within the transaction that wrote them. */
export async function indexMemories(tx: StoreTransaction): Promise<void> {
  for (let batch = 0; batch < mostBatchesPerWrite; batch++) {
    if ((await indexBatch(memoryIndex, tx)) === 0) return
  }
}

/** Makes the index anew; when that is broken off, catching up finishes it. */
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

/** Those whose sources exist, in no particular order. */
export async function readDocuments(
  keys: readonly DocumentKey[],
  { memories, history }: Pick<Store, 'memories' | 'history'>,
): Promise<SearchDocument[]> {
  const ids = (type: DocumentType) => keys.filter((key) => key.type === type).map(({ id }) => id)
  const [ofMemories, ofTurns, ofToolEvents, ofSessions] = [
    ids('memory'),
    ids('turn'),
    ids('tool-event'),
    ids('session'),
  ]
  return [
    ...(ofMemories.length > 0 ? await memories.findMany(ofMemories) : []).map(memoryDocument),
    ...(ofTurns.length > 0 ? await history.turns(ofTurns) : []).map(turnDocument),
    ...(ofToolEvents.length > 0 ? await history.toolEvents(ofToolEvents) : []).map(
      toolEventDocument,
    ),
    ...(ofSessions.length > 0 ? await history.sessionSources(ofSessions) : []).map(sessionDocument),
  ]
}
