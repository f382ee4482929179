/** The result of extracting a session: its cost, and the memories of each turn. */
import type { OutputOf } from '../../contract/operations/index.ts'
import type { ExtractionStore } from '../ports/extraction-store.ts'
import type { History, SessionDetail } from '../ports/history.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { Ledger } from '../ports/models.ts'

export async function readSessionExtraction(
  { extractions, ledger }: { extractions: ExtractionStore; ledger: Ledger },
  sessionId: string,
): Promise<OutputOf<'getSession'>['extraction']> {
  const { readBy } = await extractions.state(sessionId)
  const [cost] = await ledger.totals('session', { sessionId, utcOffsetMinutes: 0 })
  return {
    items: await extractions.countItems(sessionId),
    ...(readBy !== undefined && { readBy }),
    calls: cost?.calls ?? 0,
    tokens: cost?.tokens ?? 0,
    costUsd: cost?.costUsd ?? 0,
  }
}

export interface SessionMemoryPorts {
  readonly history: Pick<History, 'memoriesFrom'>
  readonly memories: Pick<MemoryStore, 'findMany' | 'sources'>
}

export async function readSessionMemories(
  { id: sessionId, timeline }: Pick<SessionDetail, 'id' | 'timeline'>,
  { history, memories }: SessionMemoryPorts,
): Promise<OutputOf<'getSession'>['memories']> {
  const ids = await history.memoriesFrom(sessionId)
  const found = new Map((await memories.findMany(ids)).map((memory) => [memory.id, memory]))
  return Promise.all(
    ids
      .flatMap((each) => found.get(each) ?? [])
      .map(async (memory) => {
        const { id, kind, content, standing, pinned, validTo } = memory
        const refs = new Set((await memories.sources(id)).map(({ ref }) => ref))
        const turns = timeline
          .filter((turn) => refs.has(turn.id) || turn.toolEvents.some((tool) => refs.has(tool.id)))
          .map((turn) => turn.id)
        return { id, kind, content, standing, pinned, validTo, turns }
      }),
  )
}
