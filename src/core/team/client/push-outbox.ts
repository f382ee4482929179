/** Sends what waits in the outbox. An operation that fails is tried again, then parked; others go on. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { type Mark, type SyncOperation, syncLimits } from '../../../contract/team/sync.ts'
import type { QueuedOperation } from '../../ports/team/team-client-store.ts'
import { applyAnswer } from './apply-answer.ts'
import { openWork, type TeamClientPorts } from './client-ports.ts'
import { freezeOperation } from './freeze-operation.ts'

export const triesUntilParked = 5

/** So that a request stays far below what servers take. */
const mostCharacters = 1_000_000

/** @returns whether the server was reset, and everything must be compared */
export async function pushOutbox(ports: TeamClientPorts): Promise<'done' | 'reset'> {
  const tried = new Set<number>()
  for (;;) {
    const batch = await takeBatch(ports)
    const [first] = batch
    // Each at most once in a round, whatever the clock says.
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

/** What failed before is sent by itself, so that it cannot fail others. */
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

/** The server answered, but not to this. Anything else says nothing about the operations. */
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
  const next = new Date(clock.now().getTime() + waitMs(tries))
  await team.failOperation(position, problem, isLast ? undefined : next.toISOString())
}

const waitMs = (tries: number) => Math.min(2 ** tries * 2_000, 5 * 60_000)
