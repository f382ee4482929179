/** The operations recall, timeline and the search for ids. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { InputOf, OperationHandlers, OutputOf } from '../../contract/operations/index.ts'
import { idTypes } from '../../contract/vocabulary.ts'
import { catchUpIndex, type IndexPorts } from '../indexing/index-changes.ts'
import { findByAnyId } from '../memory/find-memory.ts'
import type { Memory } from '../model/memory.ts'
import type { History, SessionDetail } from '../ports/history.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { SearchIndex } from '../ports/search-index.ts'
import { createRecall, type ScopedRecallPorts } from './create-recall.ts'

export interface RecallOperationPorts extends Omit<ScopedRecallPorts, 'catchUp' | 'search'> {
  readonly indexing: IndexPorts
  readonly history: History
  readonly memories: MemoryStore
}

/** Recent events should be found, but a long backlog must not delay an answer. */
const catchUpLimitMs = 2_000

export function createRecallOperations(ports: RecallOperationPorts) {
  const { search } = ports.indexing
  const catchUp = () =>
    catchUpIndex(ports.indexing, { signal: AbortSignal.timeout(catchUpLimitMs) })
  return {
    recall: createRecall({ ...ports, catchUp, search }),
    async getTimeline(input: InputOf<'getTimeline'>): Promise<OutputOf<'getTimeline'>> {
      await catchUp()
      const timeline = await readTimeline(input, { ...ports, search })
      if (timeline) return timeline
      throw new ThroughlineError('not-found', `nothing has the id "${input.id}"`, {
        hint: 'throughline recall gives ids',
      })
    },
  }
}

interface TimelinePorts {
  readonly history: History
  readonly memories: MemoryStore
  readonly search: SearchIndex
}

type Timeline = OutputOf<'getTimeline'>
type Item = Timeline['items'][number]
type Reach = Pick<InputOf<'getTimeline'>, 'before' | 'after'>

/** What surrounds a hit: the turns and tool events before and after it in its session. */
async function readTimeline(
  { id, ...reach }: InputOf<'getTimeline'>,
  ports: TimelinePorts,
): Promise<Timeline | undefined> {
  const memory = await findByAnyId(ports.memories, id)
  if (memory) return aroundMemory(memory, reach, ports)
  const session = await findSession(id, ports)
  if (!session) return undefined
  const items = itemsAround(id, session, reach)
  return { session: session.id, items: items.map((item) => ({ ...item, isAsked: item.id === id })) }
}

/** A memory is shown among the turns it was learned from; without them, alone. */
async function aroundMemory(
  { id, content, createdAt }: Memory,
  reach: Reach,
  ports: TimelinePorts,
): Promise<Timeline> {
  const self: Item = { type: 'memory', id, at: createdAt, text: content, isAsked: true }
  const sources = await ports.memories.sources(id)
  const source = sources.find(({ type }) => historyTypes.some((each) => each === type))
  const session = source && (await findSession(source.ref, ports))
  if (!session) return { items: [self] }
  return { session: session.id, items: [...itemsAround(source.ref, session, reach), self] }
}

const historyTypes = ['turn', 'tool-event', 'session'] as const

async function findSession(
  id: string,
  { history, search }: TimelinePorts,
): Promise<SessionDetail | undefined> {
  const [found] = await search.find(historyTypes.map((type) => ({ type, id })))
  const sessionId = found?.sessionId ?? (await history.sessionId(id))
  return sessionId === undefined ? undefined : history.session(sessionId)
}

function itemsAround(id: string, session: SessionDetail, { before, after }: Reach): Item[] {
  const items = itemsOf(session)
  const found = items.findIndex((item) => item.id === id)
  const asked = Math.max(0, found)
  return items.slice(Math.max(0, asked - before), asked + after + 1)
}

function itemsOf(session: SessionDetail): Item[] {
  return session.timeline.flatMap((turn) => [
    item('turn', turn.id, turn.startedAt, turn.prompt ?? ''),
    ...turn.toolEvents.map((tool) =>
      item('tool-event', tool.id, tool.occurredAt, `${tool.toolName} ${tool.outcome}`),
    ),
  ])
}

function item(type: Item['type'], id: string, at: string, text: string): Item {
  return { type, id, at, text, isAsked: false }
}

const most = 10

export function createIdOperations({
  history,
}: {
  readonly history: Pick<History, 'idsLike'>
}): Pick<OperationHandlers, 'findIds'> {
  return {
    async findIds({ part, types = idTypes }) {
      return { matches: await history.idsLike(part, types, most) }
    },
  }
}
