/**
 * Keeps the search index in step with what is captured. Ingestion only notes what changed, since
 * indexing costs more than storing; whoever recalls, and the daemon when it has time, catches up.
 */
import { giveWay } from '../jobs/yield-to-event-loop.ts'
import type { DocumentKey, DocumentType } from '../model/search-document.ts'
import type { Store, StoreTransaction } from '../ports/store.ts'
import { memoryDocument, sessionDocument, toolEventDocument, turnDocument } from './documents.ts'

export type IndexPorts = Pick<Store, 'transaction' | 'search' | 'indexQueue'>

type QueuePorts = Pick<StoreTransaction, 'historySource' | 'indexQueue'>

/** In one transaction, of at most 40 ms. */
const batchSize = 50

/** @returns how many documents were indexed */
export async function catchUpIndex(
  ports: IndexPorts,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (done: number) => void } = {},
): Promise<number> {
  let total = 0
  if ((await ports.indexQueue.count()) === 0) return total
  while (!signal?.aborted) {
    const done = await ports.transaction(indexBatch, { durable: false })
    if (done === 0) break
    total += done
    onProgress?.(total)
    await giveWay()
  }
  return total
}

async function indexBatch(tx: StoreTransaction): Promise<number> {
  const keys = await tx.indexQueue.take(batchSize)
  const { historySource: source, memories, search } = tx
  const ids = (type: DocumentType) => keys.filter((key) => key.type === type).map(({ id }) => id)
  const remembered = await memories.findMany(ids('memory'))
  const turns = await source.turns(ids('turn'))
  const toolEvents = await source.toolEvents(ids('tool-event'))
  const sessions = await source.sessions(ids('session'))
  await search.put([
    ...remembered.map(memoryDocument),
    ...turns.map(turnDocument),
    ...toolEvents.map(toolEventDocument),
    ...sessions.map(sessionDocument),
  ])
  return keys.length
}

/** When its sessions go to another project or come back: their documents say where they belong. */
export async function reindexProject(projectId: string, ports: QueuePorts): Promise<void> {
  for (const id of await ports.historySource.sessionIdsIn(projectId)) await queueSession(id, ports)
}

/** All of a session: it, its turns and its tool events. */
export async function queueSession(
  id: string,
  { historySource, indexQueue }: QueuePorts,
): Promise<void> {
  const { turns, toolEvents } = await historySource.idsOf(id)
  await indexQueue.add([
    { type: 'session', id },
    ...turns.map((turn): DocumentKey => ({ type: 'turn', id: turn })),
    ...toolEvents.map((event): DocumentKey => ({ type: 'tool-event', id: event })),
  ])
}
