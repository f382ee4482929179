/** Sends the outbox. A failing operation is retried, then parked; others continue. */
import { ThroughlineError } from '../../../contract/errors.ts'
import {
  type Mark,
  type OperationAnswer,
  type SyncOperation,
  syncLimits,
} from '../../../contract/team/sync.ts'
import { backOffMs } from '../../jobs/back-off.ts'
import type { QueuedOperation, TeamItem } from '../../ports/team/team-client-store.ts'
import { applyShadows, unknownItem } from './apply-state.ts'
import { openWork, type TeamClientPorts, type TeamWork } from './client-ports.ts'
import { keepConflict } from './conflicts.ts'
import { noteItem } from './follow-changes.ts'
import { freezeOperation } from './freeze-operation.ts'
import { mergeOrigin } from './origin.ts'
import { replaceBy } from './replace-memory.ts'

export const triesUntilParked = 5

/** Keeps a request far below what servers accept. */
const mostCharacters = 1_000_000

/** @returns whether the server was reset, so that everything must be compared */
export async function pushOutbox(ports: TeamClientPorts): Promise<'done' | 'reset'> {
  const tried = new Set<number>()
  for (;;) {
    const batch = await takeBatch(ports)
    const [first] = batch
    // Each at most once per round, whatever the clock says.
    if (!first || tried.has(first.queued.position)) return 'done'
    for (const { queued } of batch) tried.add(queued.position)
    if ((await sendBatch(batch, ports)) === 'reset') return 'reset'
  }
}

interface Frozen {
  readonly queued: QueuedOperation
  readonly operation: SyncOperation
}

async function takeBatch(ports: TeamClientPorts): Promise<Frozen[]> {
  const { store, clock } = ports
  return store.transaction(async (tx) => {
    const work = await openWork(tx, ports)
    const due = await tx.team.dueOperations(clock.now().toISOString(), syncLimits.operationsPerPush)
    const batch: Frozen[] = []
    let characters = 0
    for (const queued of work ? alone(due) : []) {
      const operation = work && (await freezeOperation(work, queued))
      if (!operation) continue
      characters += JSON.stringify(operation).length
      if (batch.length > 0 && characters > mostCharacters) break
      // As it was frozen just now.
      const [frozen = queued] = await tx.team.operationsOf(queued.memoryId)
      batch.push({ queued: frozen, operation })
    }
    return batch
  })
}

/** Sends what failed before separately, so that it cannot make others fail. */
function alone(due: readonly QueuedOperation[]): readonly QueuedOperation[] {
  const [first] = due
  if (first && first.tries > 0) return [first]
  const failed = due.findIndex(({ tries }) => tries > 0)
  return failed < 0 ? due : due.slice(0, failed)
}

async function sendBatch(
  batch: readonly Frozen[],
  ports: TeamClientPorts,
): Promise<'done' | 'reset'> {
  const { store, server } = ports
  const witness = (await store.team.connection())?.witness
  const operations = batch.map(({ operation }) => operation)
  try {
    const answer = await server.push({ ...(witness && { witness }), operations })
    if (answer.status === 'reset') return 'reset'
    const byKey = new Map(answer.answers.map((each) => [each.key, each]))
    await store.transaction(async (tx) => {
      const work = await openWork(tx, ports)
      if (!work) return
      let newest: Mark | undefined = (await tx.team.connection())?.witness
      for (const { queued, operation } of batch) {
        const given = byKey.get(operation.key)
        if (!given) await fail(work.tx.team, queued, 'the server did not answer it', ports)
        else await applyAnswer(work, queued, operation, given)
        if (given && (!newest || given.at.sequence > newest.sequence)) newest = given.at
      }
      await tx.team.changeConnection({ witness: newest })
    })
    return 'done'
  } catch (error) {
    if (!(error instanceof ThroughlineError) || !isOperationsFault(error)) throw error
    const isTerminal = error.code === 'invalid-input' && batch.length === 1
    await store.transaction(async ({ team }) => {
      for (const { queued } of batch) {
        if (isTerminal) await team.failOperation(queued.position, error.message, undefined)
        else await fail(team, queued, error.message, ports)
      }
    })
    return 'done'
  }
}

/** An error response may be the operations' fault; other errors say nothing about them. */
function isOperationsFault({ code }: ThroughlineError): boolean {
  return code === 'server-failed' || code === 'invalid-input'
}

async function fail(
  team: { failOperation(position: number, problem: string, at: string | undefined): Promise<void> },
  { position, tries }: QueuedOperation,
  problem: string,
  { clock }: Pick<TeamClientPorts, 'clock'>,
): Promise<void> {
  const isLast = tries + 1 >= triesUntilParked
  const next = new Date(clock.now().getTime() + backOffMs(tries + 1, pauses))
  await team.failOperation(position, problem, isLast ? undefined : next.toISOString())
}

const pauses = { firstMs: 2_000, longestMs: 5 * 60_000 }

// Applies the server's answer to an operation.

async function applyAnswer(
  work: TeamWork,
  { position, memoryId, kind, textHash }: QueuedOperation,
  operation: SyncOperation,
  answer: OperationAnswer,
): Promise<void> {
  const { team } = work.tx
  if (answer.outcome === 'refused') {
    return team.failOperation(position, answer.reason ?? 'the server refused it', undefined)
  }
  if (answer.outcome === 'over-quota') {
    const nextTryAt = new Date(work.clock.now().getTime() + waitForSpaceMs).toISOString()
    return team.delayOperation(position, answer.reason ?? 'the server has no room', nextTryAt)
  }
  await team.removeOperation(position)
  const { project } = operation
  const known = (await team.item(project, memoryId)) ?? unknownItem(project, memoryId, kind)
  const settled = await settle(work, { operation, answer, known, textHash })
  const origin = mergeOrigin(known.origin, answer.origin, settled.type)
  await team.putItem({ ...settled, origin })
  if ((await team.operationsOf(memoryId)).length > 0) return
  await applyShadows(work, memoryId)
  // It may have changed or moved while the operation was in transit.
  await noteItem(work, { kind, memoryId })
}

/** Someone may forget something meanwhile, or the operator raises the limit. */
const waitForSpaceMs = 5 * 60_000

interface Settling {
  readonly operation: SyncOperation
  readonly answer: OperationAnswer
  readonly known: TeamItem
  /** The hash of what was sent. */
  readonly textHash: string
}

async function settle(work: TeamWork, settling: Settling): Promise<TeamItem> {
  const { operation, answer, known, textHash } = settling
  const version = answer.version ?? known.version
  // The user's own version of what the team removed stays.
  const kept = (state: TeamItem['state']) => (known.state === 'local-only' ? known.state : state)
  switch (answer.outcome) {
    case 'stored':
      return operation.type === 'put' || operation.type === 'put-digest'
        ? { ...known, ...ownWords(work), version, type: known.kind, textHash }
        : { ...known, version, type: removals[operation.type], state: kept('synced'), textHash: '' }
    case 'same':
      return settleSame(work, settling)
    case 'conflict':
      if (operation.type === 'put') await keepConflict(work, operation)
      // Drops the version that was sent, so that the server's replaces it.
      return { ...known, textHash }
    case 'forgotten':
    case 'withdrawn':
      return { ...known, version, type: answer.outcome, state: 'local-only', textHash }
    default:
      return { ...known, version, type: known.kind, state: kept('hidden') }
  }
}

const removals = { forget: 'forgotten', withdraw: 'withdrawn' } as const

const ownWords = ({ person }: TeamWork) =>
  ({ authorId: person.id, state: 'synced', successor: undefined }) as const

/** Ours stays until the memory that says the same is here. */
async function settleSame(
  work: TeamWork,
  { answer: { id: successor }, known, textHash }: Settling,
): Promise<TeamItem> {
  if (successor !== undefined) await replaceBy(work, known.memoryId, successor)
  return { ...known, ...ownWords(work), textHash, successor }
}
