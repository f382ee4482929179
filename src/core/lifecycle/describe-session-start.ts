/** How a session started, and which memories it got. */
import type { LifecycleData } from '../../contract/lifecycle.ts'
import { type MemoryScope, memoryScopes } from '../../contract/vocabulary.ts'
import type { ContextSection } from '../model/context.ts'
import type { EventSummary } from '../ports/history.ts'
import type { Injection } from '../ports/injection-store.ts'
import { type DescribePorts, textField } from './describe-ports.ts'

type Started = LifecycleData['session-started']

export async function describeSessionStart(
  event: EventSummary,
  ports: DescribePorts,
): Promise<Started> {
  const injection = await findInjection(event, ports)
  const ids = (injection?.lines ?? [])
    .filter(({ section, id }) => !digestSections.has(section) && id !== '')
    .map(({ id }) => id)
  return {
    source: textField(event, 'source'),
    loaded: {
      memories: ids.length,
      tokens: injection?.tokens ?? 0,
      ids,
      byScope: await countByScope(ids, ports),
    },
  }
}

/** Their lines have the id of a session. */
const digestSections: ReadonlySet<ContextSection> = new Set(['recap', 'last-session'])

/** The longest any hook waits for its answer. */
const answeredWithinMs = 15_000

/** A session may start several times. The hook spools the event before it asks for context. */
async function findInjection(
  { sessionId, occurredAt }: EventSummary,
  { history, injections }: DescribePorts,
): Promise<Injection | undefined> {
  const session = await history.session(sessionId)
  if (!session) return undefined
  const from = Date.parse(occurredAt)
  const all = await injections.ofSession(session)
  return all.find(({ event, at }) => {
    const afterMs = Date.parse(at) - from
    return event === 'session-start' && afterMs >= 0 && afterMs <= answeredWithinMs
  })
}

async function countByScope(
  ids: readonly string[],
  { memories }: DescribePorts,
): Promise<Started['loaded']['byScope']> {
  const scopes: (MemoryScope | undefined)[] = []
  for (const id of ids) scopes.push((await memories.find(id))?.scope)
  const count = (scope: MemoryScope) => scopes.filter((each) => each === scope).length
  return Object.fromEntries(memoryScopes.map((scope) => [scope, count(scope)])) as Record<
    MemoryScope,
    number
  >
}
