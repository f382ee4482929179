/**
 * Notes what subscribers are to be told of, in the transaction in which it happens: nothing is lost
 * in a crash, nothing told that was rolled back. Where nobody listens nothing is written.
 */
import type { Subscriber } from '../../contract/subscriber.ts'
import type { LifecycleType } from '../../contract/vocabulary.ts'
import type { Hash } from '../model/hash.ts'
import type { Memory } from '../model/memory.ts'
import type { LifecycleFacts } from '../ports/lifecycle-facts.ts'
import type { NewLifecycleEvent } from '../ports/lifecycle-store.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { listensTo, type Whereabouts, wants } from './wanted-by.ts'

export interface LifecycleRecorder {
  isWanted(types: readonly LifecycleType[]): boolean
  /** Within the transaction in which it happened. */
  record(happenings: readonly Happening[], tx: RecordTransaction): Promise<void>
  recordMemories(versions: readonly Memory[], tx: RecordTransaction): Promise<void>
}

export interface Happening extends Omit<NewLifecycleEvent, 'id'> {
  /** Known or not: a turn belongs to a session, and a memory may have been learned in one. */
  readonly sessionId: string | undefined
  readonly projectId?: string | undefined
  /** What else tells it from others of its subject and state. */
  readonly cause?: string
}

type RecordTransaction = Pick<StoreTransaction, 'lifecycle' | 'lifecycleFacts'>

export interface RecorderPorts {
  readonly subscribers: () => readonly Subscriber[]
  readonly hash: Hash
  readonly userHome: string
  /** How long after the start of a session it may still be handed something. */
  readonly answerDeadlineMs: () => number
}

export function createLifecycleRecorder(ports: RecorderPorts): LifecycleRecorder {
  const { subscribers } = ports
  const isWanted = (types: readonly LifecycleType[]) =>
    subscribers().some((subscriber) => types.some((type) => wants(subscriber, type)))
  const record = async (happenings: readonly Happening[], tx: RecordTransaction) => {
    for (const happening of happenings) await recordOne(happening, ports, tx)
  }
  return {
    isWanted,
    record,
    async recordMemories(versions, tx) {
      if (!isWanted(['memory-stored', 'memory-superseded'])) return
      await record(versions.map(toHappening), tx)
    },
  }
}

async function recordOne(
  happening: Happening,
  ports: RecorderPorts,
  { lifecycle, lifecycleFacts: facts }: RecordTransaction,
): Promise<void> {
  const { type, at, subject, state, cause = '' } = happening
  const wanting = ports.subscribers().filter((subscriber) => wants(subscriber, type))
  if (wanting.length === 0) return
  const sessionId = happening.sessionId ?? (await findSession(happening, facts))
  const place = await findPlace(sessionId, happening.projectId, facts)
  const listening = wanting.filter((each) => listensTo(each, place, ports.userHome))
  if (listening.length === 0) return
  const id = ports.hash([type, subject, state, cause].join('\n')).slice(0, 32)
  await lifecycle.add(
    { id, type, sessionId, at, subject, state },
    { subscribers: listening.map(({ name }) => name), notBefore: dueAt(happening, ports) },
  )
}

/** What a session is handed at its start is only known once its hook was answered. */
function dueAt({ type, at }: Happening, { answerDeadlineMs }: RecorderPorts): string {
  if (type !== 'session-started') return at
  return new Date(Date.parse(at) + answerDeadlineMs()).toISOString()
}

async function findSession(
  { type, subject }: Happening,
  facts: LifecycleFacts,
): Promise<string | undefined> {
  return type === 'turn-ended'
    ? (await facts.turn(subject))?.sessionId
    : facts.sessionOfMemory(subject)
}

async function findPlace(
  sessionId: string | undefined,
  projectId: string | undefined,
  facts: LifecycleFacts,
): Promise<Whereabouts> {
  const session = sessionId === undefined ? undefined : await facts.session(sessionId)
  const id = session?.projectId ?? projectId
  return {
    project: id === undefined ? undefined : await facts.project(id),
    folder: session?.cwd,
  }
}

function toHappening(memory: Memory): Happening {
  const { id, scope, scopeId, version, supersededBy, updatedAt } = memory
  return {
    type: supersededBy === undefined ? 'memory-stored' : 'memory-superseded',
    subject: id,
    state: String(version),
    sessionId: scope === 'session' ? scopeId : undefined,
    projectId: scope === 'project' ? scopeId : undefined,
    at: updatedAt,
  }
}
