/** Applies a client's operations, each exactly once, in one transaction. */
import type { Mark, OperationAnswer, PushAnswer } from '../../../contract/team/sync.ts'
import type { TeamSyncStore } from '../../ports/team/team-sync-store.ts'
import type { Caller } from '../caller.ts'
import { audited } from '../people/actor.ts'
import { requireWriter } from './access.ts'
import { openOrigins } from './origin.ts'
import type { Applying, Outcome, SyncServerPorts } from './outcome.ts'
import { type PreparedOperation, prepareOperation } from './prepare-operation.ts'
import { putDigest } from './put-digest.ts'
import { putMemory } from './put-memory.ts'
import { removeState } from './remove-state.ts'
import { openRoom } from './room.ts'

/** A push whose operations are still to be checked, one by one. */
export interface UncheckedPush {
  readonly witness?: Mark | undefined
  readonly operations: readonly unknown[]
}

export async function push(
  store: TeamSyncStore,
  caller: Caller,
  { witness, operations }: UncheckedPush,
  ports: SyncServerPorts,
): Promise<PushAnswer> {
  requireWriter(caller)
  const prepared = operations.map((operation) => prepareOperation(operation, ports))
  const at = ports.clock.now().toISOString()
  return store.writing(caller.organisation, async (tx) => {
    if (witness && !(await tx.hasChange(witness))) return { status: 'reset' }
    const origins = await openOrigins(tx, ports.hash)
    const has = (kind: PreparedOperation['type']) => prepared.some(({ type }) => type === kind)
    if (has('put')) await tx.noteFirstShare(caller.person.id, at)
    const room = has('put') || has('put-digest') ? await openRoom(tx) : undefined
    const answers: OperationAnswer[] = []
    for (const operation of prepared) {
      answers.push(await applyOnce({ ...ports, tx, origins, room, caller, at }, operation))
    }
    return { status: 'ok', answers }
  })
}

/** A refusal is not kept: the person may be allowed to do it later, or there may be room. */
async function applyOnce(
  applying: Applying,
  operation: PreparedOperation,
): Promise<OperationAnswer> {
  const { tx, caller, at } = applying
  const { key } = operation
  const before = await tx.answer(caller.person.id, key)
  if (before) return before
  const outcome = await apply(applying, operation)
  const answer = { ...outcome, key, at: outcome.at ?? (await tx.head()) }
  const isRefusal = answer.outcome === 'refused' || answer.outcome === 'over-quota'
  if (!isRefusal) await tx.keepAnswer(caller.person.id, answer, at)
  return answer
}

async function apply(applying: Applying, operation: PreparedOperation): Promise<Outcome> {
  if (operation.type === 'refused') return { outcome: 'refused', reason: operation.reason }
  const { tx, caller, at } = applying
  const [isVisible] = await tx.visibleAmong([operation.project], caller.person.id)
  if (!isVisible) return { outcome: 'refused', reason: 'the project is not shared with you' }
  if (operation.type === 'forget' || operation.type === 'withdraw') {
    return removeState(applying, operation)
  }
  if (operation.wasRedacted) await tx.audit(audited(caller, at, 'secret-redacted', operation.id))
  return operation.type === 'put' ? putMemory(applying, operation) : putDigest(applying, operation)
}
