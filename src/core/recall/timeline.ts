/** What surrounds a hit: the turns and tool events before and after it in its session. */
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import { findByAnyId } from '../memory/find-memory.ts'
import type { Memory } from '../model/memory.ts'
import type { HistoryReader, SessionDetail } from '../ports/history-reader.ts'
import type { MemoryReader } from '../ports/memory-store.ts'
import type { SearchIndex } from '../ports/search-index.ts'

export interface TimelinePorts {
  readonly history: HistoryReader
  readonly memories: MemoryReader
  readonly search: SearchIndex
}

type Timeline = OutputOf<'getTimeline'>
type Item = Timeline['items'][number]

export async function readTimeline(
  { id, before, after }: InputOf<'getTimeline'>,
  ports: TimelinePorts,
): Promise<Timeline | undefined> {
  const memory = await findByAnyId(ports.memories, id)
  if (memory) return aroundMemory(memory, { before, after }, ports)
  const place = await findPlace(id, ports)
  if (!place) return undefined
  const items = itemsOf(place.session)
  const asked = Math.max(
    0,
    items.findIndex((item) => item.id === place.itemId),
  )
  return cut(place.session.id, items, asked, { before, after }, place.itemId)
}

/** A memory stands among the turns it was learned from; without them, alone. */
async function aroundMemory(
  { id, content, createdAt }: Memory,
  reach: { before: number; after: number },
  ports: TimelinePorts,
): Promise<Timeline> {
  const self: Item = { type: 'memory', id, at: createdAt, text: content, isAsked: true }
  const source = (await ports.memories.sources(id)).find(({ type }) =>
    ['turn', 'tool-event', 'session'].includes(type),
  )
  const place = source && (await findPlace(source.ref, ports))
  if (!place) return { items: [self] }
  const items = itemsOf(place.session)
  const asked = Math.max(
    0,
    items.findIndex((item) => item.id === place.itemId),
  )
  const around = cut(place.session.id, items, asked, reach, undefined)
  return { ...around, items: [...around.items, self] }
}

async function findPlace(
  id: string,
  { history, search }: TimelinePorts,
): Promise<{ session: SessionDetail; itemId: string } | undefined> {
  const types = ['turn', 'tool-event', 'session'] as const
  const found = await search.find(types.map((type) => ({ type, id })))
  const sessionId = found[0]?.sessionId ?? (await history.sessionId(id))
  const session = sessionId === undefined ? undefined : await history.session(sessionId)
  return session && { session, itemId: id }
}

function itemsOf(session: SessionDetail): Item[] {
  return session.timeline.flatMap((turn) => [
    item('turn', turn.id, turn.startedAt, turn.prompt ?? ''),
    ...turn.toolEvents.map((tool) =>
      item('tool-event', tool.id, tool.occurredAt, `${tool.toolName} ${tool.outcome}`),
    ),
  ])
}

const item = (type: Item['type'], id: string, at: string, text: string): Item => ({
  type,
  id,
  at,
  text,
  isAsked: false,
})

function cut(
  session: string,
  items: readonly Item[],
  asked: number,
  { before, after }: { before: number; after: number },
  askedId: string | undefined,
): Timeline {
  const window = items.slice(Math.max(0, asked - before), asked + after + 1)
  return { session, items: window.map((each) => ({ ...each, isAsked: each.id === askedId })) }
}
