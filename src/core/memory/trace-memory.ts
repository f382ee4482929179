/** Where a memory comes from, when it was given and used, and what it replaced. */
import type { OutputOf } from '../../contract/operations/index.ts'
import type { Memory } from '../model/memory.ts'
import type { History, TurnSource } from '../ports/history.ts'
import type { InjectionStore } from '../ports/injection-store.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import { findById } from './find-memory.ts'
import { findQuote } from './find-quote.ts'

export interface TracePorts {
  readonly memories: MemoryStore
  readonly injections: Pick<InjectionStore, 'showingsOf'>
  readonly history: Pick<History, 'turns' | 'sessions'>
}

type Trace = OutputOf<'traceMemory'>

const mostSources = 5
const mostSteps = 12
const mostGiven = 500

export async function traceMemory(
  { id: reference }: { readonly id: string },
  ports: TracePorts,
): Promise<Trace> {
  const memory = await findById(ports.memories, reference)
  return {
    id: memory.id,
    sources: await traceSources(memory, ports),
    given: await traceShowings(memory, ports),
    replaced: await follow(memory, ({ id }) => ports.memories.supersededBy([id])),
    replacedBy: await follow(memory, ({ supersededBy }) =>
      ports.memories.findMany(supersededBy === undefined ? [] : [supersededBy]),
    ),
  }
}

async function traceShowings({ id }: Memory, ports: TracePorts): Promise<Trace['given']> {
  const showings = await ports.injections.showingsOf(id, mostGiven)
  const titles = await titlesOf(
    showings.flatMap(({ sessionId }) => sessionId ?? []),
    ports,
  )
  return showings.map(({ sessionId = '', ...showing }) => {
    const title = titles.get(sessionId)
    return { ...showing, ...(title !== undefined && { session: { id: sessionId, title } }) }
  })
}

async function titlesOf(
  sessionIds: readonly string[],
  { history }: TracePorts,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(sessionIds)]
  const sessions = await history.sessions({ ids, limit: ids.length, offset: 0 })
  return new Map(sessions.map(({ id, title }) => [id, title]))
}

/** The turns it was learned from, oldest first, without deleted ones. */
async function traceSources(memory: Memory, ports: TracePorts): Promise<Trace['sources']> {
  const { memories, history } = ports
  const sources = await memories.sources(memory.id)
  const refs = sources.filter(({ type }) => type === 'turn').map(({ ref }) => ref)
  const turns = await history.turns(refs)
  const shown = turns
    .toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
    .slice(-mostSources)
  const titles = await titlesOf(
    shown.map(({ sessionId }) => sessionId),
    ports,
  )
  return shown.map((turn) => {
    const { sessionId: id } = turn
    return { ...sayingOf(turn, memory), session: { id, title: titles.get(id) ?? '' } }
  })
}

/** Which words of a turn say it: the user's if they do, else the agent's. */
function sayingOf(
  turn: TurnSource,
  { content, trust }: Memory,
): Omit<Trace['sources'][number], 'session'> {
  const { id, number, startedAt, prompt = '', answer = '' } = turn
  const own = findQuote(prompt, content)
  const agents = findQuote(answer, content)
  const isAgents = agents && (!own || (trust !== 'user' && agents.score > own.score))
  const found = isAgents ? agents : own
  const said = found && {
    by: isAgents ? ('agent' as const) : ('user' as const),
    ...{ before: found.before, quote: found.quote, after: found.after },
  }
  return { turn: id, number, at: startedAt, ...(said && { said }) }
}

/** Old decisions may have many successors, and a circle would never end. */
async function follow(
  memory: Memory,
  next: (memory: Memory) => Promise<Memory[]>,
): Promise<Trace['replaced']> {
  const known = new Map([[memory.id, memory]])
  let reached = [memory]
  while (reached.length > 0 && known.size <= mostSteps) {
    const found = (await Promise.all(reached.map(next))).flat()
    reached = found.filter(({ id }) => !known.has(id))
    for (const each of reached) known.set(each.id, each)
  }
  known.delete(memory.id)
  return [...known.values()]
    .toSorted((one, other) => (one.validFrom < other.validFrom ? -1 : 1))
    .map(({ id, kind, content, validFrom, validTo }) => ({ id, kind, content, validFrom, validTo }))
}
