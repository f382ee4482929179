/** Describes a recorded event from current data when it is sent. */
import {
  type EventMemory,
  type LifecycleData,
  type LifecycleEnvelope,
  type LifecycleEvent,
  lifecycleEvents,
} from '../../contract/lifecycle.ts'
import { lifecycleVersion, type MemoryScope, memoryScopes } from '../../contract/vocabulary.ts'
import { renderDigest } from '../digest/render-digest.ts'
import { digestTurn } from '../digest/turn-digest.ts'
import type { ContextSection } from '../model/context.ts'
import type { Memory } from '../model/memory.ts'
import type { EventSummary } from '../ports/history.ts'
import type { Injection } from '../ports/injection-store.ts'
import type { Delivery } from '../ports/lifecycle.ts'
import { shorten } from '../text/shorten.ts'
import { type DescribePorts, describeInstructions, textField } from './describe-instructions.ts'

type RecordedEvent = Delivery['event']

/** @returns undefined if its subject is gone */
export async function describeLifecycleEvent(
  recorded: RecordedEvent,
  ports: DescribePorts,
): Promise<LifecycleEvent | undefined> {
  const { type, subject, state } = recorded
  const envelope = await envelopeOf(recorded, ports)
  switch (type) {
    case 'turn-ended': {
      const data = await describeTurnEnd(subject, state, ports)
      return data && { ...envelope, type, data }
    }
    case 'memory-stored':
      return { ...envelope, type, data: await describeStored(subject, Number(state), ports) }
    case 'memory-superseded':
      return { ...envelope, type, data: await describeSuperseded(subject, Number(state), ports) }
  }
  const [event] = await ports.history.events([subject])
  if (!event) return undefined
  switch (type) {
    case 'session-started':
      return { ...envelope, type, data: await describeSessionStart(event, ports) }
    case 'pre-compact':
      return { ...envelope, type, data: await describePreCompact(event, ports) }
    case 'post-compact':
      return { ...envelope, type, data: await describePostCompact(event, ports) }
    case 'instructions-loaded': {
      const data = await describeInstructions(event, ports)
      return data && { ...envelope, type, data }
    }
  }
}

async function envelopeOf(
  { id, at, sequence, type, sessionId, subject }: RecordedEvent,
  ports: DescribePorts,
): Promise<LifecycleEnvelope> {
  const session = sessionId === undefined ? undefined : await ports.history.sessionPlace(sessionId)
  const isMemory = type === 'memory-stored' || type === 'memory-superseded'
  const projectId =
    session?.projectId ?? (isMemory ? await projectOfMemory(subject, ports) : undefined)
  const project = projectId === undefined ? undefined : await ports.projects.find(projectId)
  return {
    id,
    version: lifecycleVersion,
    at,
    sequence,
    ...(session && {
      host: session.host,
      session: {
        id: session.sessionId,
        hostSessionId: session.hostSessionId,
        ...(session.cwd !== undefined && { cwd: session.cwd }),
      },
    }),
    ...(project && {
      project: { id: project.id, name: project.name, identity: project.identity },
    }),
  }
}

async function describeStored(
  id: string,
  version: number,
  ports: DescribePorts,
): Promise<LifecycleData['memory-stored']> {
  const change = version === 1 ? 'created' : 'updated'
  return { change, ...about(id, version, await findVersion(id, version, ports)) }
}

async function describeSuperseded(
  id: string,
  version: number,
  ports: DescribePorts,
): Promise<LifecycleData['memory-superseded']> {
  const memory = await findVersion(id, version, ports)
  return {
    ...about(id, version, memory),
    ...(memory?.supersededBy !== undefined && { supersededBy: memory.supersededBy }),
  }
}

async function projectOfMemory(
  id: string,
  { memories }: DescribePorts,
): Promise<string | undefined> {
  const place = (await memories.find(id)) ?? (await memories.findForgotten(id))
  return place?.scope === 'project' ? place.scopeId : undefined
}

async function findVersion(
  id: string,
  version: number,
  { memories }: DescribePorts,
): Promise<Memory | undefined> {
  const present = await memories.find(id)
  if (present?.version === version) return present
  const former = await memories.revisions(id)
  return former.find(({ memory }) => memory.version === version)?.memory
}

/** Without the memory if it was forgotten since. */
function about(memoryId: string, memoryVersion: number, memory: Memory | undefined) {
  return { memoryId, memoryVersion, ...(memory && { memory: toEventMemory(memory) }) }
}

function toEventMemory(memory: Memory): EventMemory {
  const { contentHash: _, useCount: __, lastUsedAt: ___, ...sent } = memory
  return { ...sent, tags: [...sent.tags], keywords: [...sent.keywords], files: [...sent.files] }
}

async function describePreCompact(
  event: EventSummary,
  { history, injections, startTokens }: DescribePorts,
): Promise<LifecycleData['pre-compact']> {
  const { sessionId, occurredAt, fields } = event
  const session = await history.session(sessionId)
  const given = session ? await injections.ofSession(session) : []
  const { contextTokens, contextWindow } = fields
  return {
    trigger: textField(event, 'trigger'),
    turns: await history.lastTurn(sessionId, occurredAt),
    tokens: {
      ...(typeof contextTokens === 'number' && { inContext: contextTokens }),
      ...(typeof contextWindow === 'number' && { window: contextWindow }),
      given: given
        .filter(({ at }) => at <= occurredAt)
        .reduce((sum, { tokens }) => sum + tokens, 0),
      budget: startTokens(),
    },
  }
}

const mostExcerptCharacters = 500
const mostIds = 50

async function describePostCompact(
  event: EventSummary,
  { history }: DescribePorts,
): Promise<LifecycleData['post-compact']> {
  const { sessionId, occurredAt, fields } = event
  const before = (await history.eventsThrough(event, 'post-compact')).at(-2)
  const covered = before ? await history.lastTurn(sessionId, before.occurredAt) : 0
  const through = await history.lastTurn(sessionId, occurredAt)
  const kept = await history.memoriesFrom(sessionId)
  const { summary } = fields
  return {
    trigger: textField(event, 'trigger'),
    turns: {
      from: Math.min(covered + 1, through),
      through,
      count: through - covered,
    },
    ...(typeof summary === 'string' && {
      summary: {
        characters: summary.length,
        excerpt: shorten(summary, mostExcerptCharacters),
      },
    }),
    memories: { count: kept.length, ids: kept.slice(0, mostIds) },
  }
}

const outcomeSchema = lifecycleEvents['turn-ended'].shape.data.shape.outcome

async function describeTurnEnd(
  turnId: string,
  outcome: string,
  { history }: DescribePorts,
): Promise<LifecycleData['turn-ended'] | undefined> {
  const found = await history.turn(turnId)
  if (!found) return undefined
  const { sessionId, number } = found
  const [turn] = await history.turnsOf(sessionId, { from: number, through: number })
  return {
    turnId,
    turn: number,
    outcome: outcomeSchema.parse(outcome),
    digest: turn ? renderDigest(digestTurn(turn)) : '',
  }
}

type Started = LifecycleData['session-started']

async function describeSessionStart(event: EventSummary, ports: DescribePorts): Promise<Started> {
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

/** Their lines contain a session's id. */
const digestSections: ReadonlySet<ContextSection> = new Set(['recap', 'last-session'])

/** The longest that any hook waits for its answer. */
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
