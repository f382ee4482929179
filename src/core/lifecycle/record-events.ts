/**
 * Turns changes into lifecycle events: only ids, numbered by session, one delivery per subscriber.
 * Without subscribers it only advances its cursor, so that a later subscriber gets no old events.
 */
import type { Subscriber } from '../../contract/setting-types.ts'
import type { LifecycleType } from '../../contract/vocabulary.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import type { Hash } from '../model/content-key.ts'
import type { Memory } from '../model/memory.ts'
import type { Change, ChangeFeed, ChangeSubject } from '../ports/change-feed.ts'
import type { NewLifecycleEvent } from '../ports/lifecycle.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { Project } from '../ports/projects.ts'
import type { Store, StoreTransaction } from '../ports/store.ts'
import { matchesIdentityRule, matchesPathRule } from '../project/disabled.ts'

export interface RecordPorts {
  readonly store: Pick<Store, 'transaction' | 'changes'>
  readonly subscribers: () => readonly Subscriber[]
  readonly hash: Hash
  readonly userHome: string
  /** How long after its start a session may still get context. */
  readonly answerDeadlineMs: () => number
  /** Whether this host loads instructions at the start without reporting them. */
  readonly hasInstructionPlaces: (host: string) => boolean
}

const consumer = 'lifecycle'
const subjects: readonly ChangeSubject[] = ['event', 'turn', 'memory']
/** Keeps a transaction below 40 ms. */
const batchSize = 100

export async function recordLifecycleEvents(ports: RecordPorts): Promise<void> {
  const { changes, transaction } = ports.store
  while ((await changes.cursor(consumer)) < (await nextPage(changes)).cursor) {
    await transaction((tx) => recordBatch(tx, ports), { durable: false })
    await yieldToEventLoop()
  }
}

/**
 * For capture: without subscribers, its transactions move the cursor themselves, so that a subscriber
 * added a moment later does not get earlier events.
 */
export function skipWithoutSubscribers(
  store: Pick<Store, 'transaction'>,
  subscribers: RecordPorts['subscribers'],
): Pick<Store, 'transaction'> {
  return {
    transaction: (work, options) =>
      store.transaction(async (tx) => {
        const result = await work(tx)
        if (subscribers().length === 0) await skipToHead(tx)
        return result
      }, options),
  }
}

async function skipToHead({ changes }: StoreTransaction): Promise<void> {
  await changes.advance(consumer, await changes.head())
}

async function nextPage(changes: ChangeFeed) {
  return changes.after(await changes.cursor(consumer), batchSize, { subjects })
}

async function recordBatch(tx: StoreTransaction, ports: RecordPorts): Promise<void> {
  if (ports.subscribers().length === 0) return skipToHead(tx)
  const { changes, cursor } = await nextPage(tx.changes)
  for (const change of changes) {
    for (const event of await toEvents(change, ports, tx)) await recordOne(event, ports, tx)
  }
  await tx.changes.advance(consumer, cursor)
}

interface Occurrence extends Omit<NewLifecycleEvent, 'id'> {
  readonly projectId?: string | undefined
  /** Distinguishes it from others with the same subject and state. */
  readonly cause?: string
}

const typesByKind: Readonly<Record<string, LifecycleType>> = {
  'session-start': 'session-started',
  'pre-compact': 'pre-compact',
  'post-compact': 'post-compact',
  'instructions-loaded': 'instructions-loaded',
}

async function toEvents(
  change: Change,
  ports: RecordPorts,
  tx: StoreTransaction,
): Promise<Occurrence[]> {
  if (change.subject === 'event') return toCapturedEvents(change, ports, tx)
  const event = await toEvent(change, tx)
  return event ? [event] : []
}

async function toCapturedEvents(
  { id }: Change,
  { hasInstructionPlaces }: RecordPorts,
  { history }: StoreTransaction,
): Promise<Occurrence[]> {
  const [event] = await history.events([id])
  const type = event && typesByKind[event.kind]
  if (!type) return []
  const isSilent = type === 'session-started' && hasInstructionPlaces(event.host)
  const types: LifecycleType[] = isSilent ? [type, 'instructions-loaded'] : [type]
  const captured = { subject: id, state: '', sessionId: event.sessionId, at: event.occurredAt }
  return types.map((each) => ({ type: each, ...captured }))
}

async function toEvent(change: Change, tx: StoreTransaction): Promise<Occurrence | undefined> {
  const { subject, id, kind, at, cursor } = change
  if (subject === 'turn' && kind.startsWith('ended-')) {
    const sessionId = (await tx.history.turn(id))?.sessionId
    const state = kind.slice('ended-'.length)
    return { type: 'turn-ended', subject: id, state, sessionId, at, cause: cursor }
  }
  if (subject === 'memory' && ['created', 'updated', 'superseded'].includes(kind)) {
    return toMemoryEvent(change, tx)
  }
  return undefined
}

async function toMemoryEvent(
  { id, version, kind, at }: Change,
  { memories, history }: StoreTransaction,
): Promise<Occurrence | undefined> {
  const memory = await memories.find(id)
  if (memory && (await wasCandidate(memory, version, memories))) return undefined
  const place = memory ?? (await memories.findForgotten(id))
  return {
    type: kind === 'superseded' ? 'memory-superseded' : 'memory-stored',
    subject: id,
    state: String(version),
    sessionId: place?.scope === 'session' ? place.scopeId : await history.sessionOfMemory(id),
    projectId: place?.scope === 'project' ? place.scopeId : undefined,
    at,
  }
}

/** Subscribers get memories, not candidates. */
async function wasCandidate(
  memory: Memory,
  version: number | undefined,
  memories: Pick<MemoryStore, 'revisions'>,
): Promise<boolean> {
  if (memory.version === version || memory.standing === 'candidate') {
    return memory.standing === 'candidate'
  }
  const former = (await memories.revisions(memory.id)).map((revision) => revision.memory)
  return former.find((each) => each.version === version)?.standing === 'candidate'
}

async function recordOne(
  event: Occurrence,
  ports: RecordPorts,
  tx: StoreTransaction,
): Promise<void> {
  const { type, sessionId, at, subject, state, cause = '' } = event
  const wanting = ports.subscribers().filter(({ events }) => events.includes(type))
  if (wanting.length === 0) return
  const place = await findPlace(event, tx)
  const concerned = wanting.filter((each) => isForPlace(each, place, ports.userHome))
  if (concerned.length === 0) return
  const id = ports.hash([type, subject, state, cause].join('\n')).slice(0, 32)
  await tx.lifecycle.add(
    { id, type, sessionId, at, subject, state },
    { subscribers: concerned.map(({ name }) => name), notBefore: dueAt(event, ports) },
  )
}

/** The context of a session start is known only after its hook was answered. */
function dueAt({ type, at }: Occurrence, { answerDeadlineMs }: RecordPorts): string {
  if (type !== 'session-started' && type !== 'instructions-loaded') return at
  return new Date(Date.parse(at) + answerDeadlineMs()).toISOString()
}

async function findPlace(
  { sessionId, projectId }: Occurrence,
  { history, projects }: StoreTransaction,
): Promise<Whereabouts> {
  const session = sessionId === undefined ? undefined : await history.sessionPlace(sessionId)
  const id = session?.projectId ?? projectId
  const project = id === undefined ? undefined : await projects.find(id)
  return {
    project: project && { ...project, aliases: await projects.aliasesOf(project.id) },
    folder: session?.cwd,
  }
}

interface Whereabouts {
  readonly project: (Project & { readonly aliases: readonly string[] }) | undefined
  readonly folder: string | undefined
}

/** A subscriber that names projects gets only their events. */
function isForPlace(
  { projects: rules }: Subscriber,
  { project, folder }: Whereabouts,
  userHome: string,
): boolean {
  if (rules.length === 0) return true
  const folders = [folder, project?.root].filter((path) => path !== undefined)
  if (folders.some((path) => matchesPathRule(path, rules, userHome))) return true
  return project ? matchesIdentityRule([project.identity, ...project.aliases], rules) : false
}
