/**
 * Keeps the search index in step with what is captured. Ingestion only notes what changed, since
 * indexing costs more than storing; whoever recalls, and the daemon when it has time, catches up.
 */
import type { HistorySource } from '../ports/history-source.ts'
import type { IndexQueue } from '../ports/index-queue.ts'
import type { SearchIndex } from '../ports/search-index.ts'
import type { DocumentKey, DocumentType } from '../retrieval/document.ts'
import { sessionDocument, toolEventDocument, turnDocument } from './documents.ts'

export interface IndexPorts {
  readonly source: HistorySource
  readonly search: SearchIndex
  readonly queue: IndexQueue
}

export type QueuePorts = Pick<IndexPorts, 'source' | 'queue'>

const batchSize = 200

/** @returns how many documents were indexed */
export async function catchUpIndex(ports: IndexPorts, signal?: AbortSignal): Promise<number> {
  let total = 0
  while (!signal?.aborted) {
    const done = await ports.queue.process(batchSize, (keys) => indexHistory(keys, ports))
    if (done === 0) break
    total += done
  }
  return total
}

async function indexHistory(
  keys: readonly DocumentKey[],
  { source, search }: IndexPorts,
): Promise<void> {
  const ids = (type: DocumentType) => keys.filter((key) => key.type === type).map(({ id }) => id)
  const turns = await source.turns(ids('turn'))
  const toolEvents = await source.toolEvents(ids('tool-event'))
  const sessions = await source.sessions(ids('session'))
  await search.put([
    ...turns.map(turnDocument),
    ...toolEvents.map(toolEventDocument),
    ...sessions.map(sessionDocument),
  ])
}

/** After a project took in another one: its documents say where they belong. */
export async function reindexProject(projectId: string, ports: IndexPorts): Promise<void> {
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

const sessionsAtOnce = 50

/** Makes the index anew from history, session by session. @returns how many sessions */
export async function reindexHistory(
  ports: IndexPorts,
  onProgress: (sessions: number) => void,
): Promise<number> {
  let done = 0
  let after = ''
  for (;;) {
    const sessions = await ports.source.sessionIds(after, sessionsAtOnce)
    if (sessions.length === 0) return done
    for (const id of sessions) {
      await queueSession(id, ports)
      await catchUpIndex(ports)
      done += 1
      onProgress(done)
    }
    after = sessions.at(-1) ?? after
  }
}
