/**
 * Keeps the search index in step with what is captured. Ingestion only notes what changed, since
 * indexing costs more than storing; whoever recalls, and the daemon when it has time, catches up.
 */
import { giveWay } from '../jobs/yield-to-event-loop.ts'
import type { DocumentKey, DocumentType } from '../model/search-document.ts'
import type { HistorySource } from '../ports/history-source.ts'
import type { IndexQueue } from '../ports/index-queue.ts'
import type { MemoryReader } from '../ports/memory-store.ts'
import type { SearchIndex } from '../ports/search-index.ts'
import { memoryDocument, sessionDocument, toolEventDocument, turnDocument } from './documents.ts'

export interface IndexPorts {
  readonly source: HistorySource
  readonly memories: Pick<MemoryReader, 'findMany'>
  readonly search: SearchIndex
  readonly queue: IndexQueue
}

export type QueuePorts = Pick<IndexPorts, 'source' | 'queue'>

/** In one transaction, of at most 40 ms. */
const batchSize = 50

/** @returns how many documents were indexed */
export async function catchUpIndex(
  ports: IndexPorts,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (done: number) => void } = {},
): Promise<number> {
  let total = 0
  while (!signal?.aborted) {
    const done = await ports.queue.process(batchSize, (keys) => indexDocuments(keys, ports))
    if (done === 0) break
    total += done
    onProgress?.(total)
    await giveWay()
  }
  return total
}

async function indexDocuments(
  keys: readonly DocumentKey[],
  { source, memories, search }: IndexPorts,
): Promise<void> {
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
}

/** When its sessions go to another project or come back: their documents say where they belong. */
export async function reindexProject(projectId: string, ports: QueuePorts): Promise<void> {
  for (const id of await ports.source.sessionIdsIn(projectId)) await queueSession(id, ports)
}

/** All of a session: it, its turns and its tool events. */
export async function queueSession(id: string, { source, queue }: QueuePorts): Promise<void> {
  const { turns, toolEvents } = await source.idsOf(id)
  await queue.add([
    { type: 'session', id },
    ...turns.map((turn): DocumentKey => ({ type: 'turn', id: turn })),
    ...toolEvents.map((event): DocumentKey => ({ type: 'tool-event', id: event })),
  ])
}
