/** Applies a client's operations, each exactly once, in one transaction. */

import { ThroughlineError } from '../../../contract/errors.ts'
import { digestLimits } from '../../../contract/team/digest-text.ts'
import type {
  Mark,
  OperationAnswer,
  PushAnswer,
  SyncOperation,
} from '../../../contract/team/sync.ts'
import { canonicalJson } from '../../model/json.ts'
import type {
  ExpectedOperation,
  KeptAnswer,
  TeamSyncStore,
} from '../../ports/team/team-sync-store.ts'
import { type Caller, requireWriter } from '../caller.ts'
import { audited, notAllowed } from '../people/actor.ts'
import { readRemainingQuota } from '../people/quota.ts'
import { firstCreation, openOrigins } from './origin.ts'
import { type Applying, type Outcome, type SyncServerPorts, writeVersion } from './outcome.ts'
import {
  type CleanDigestPut,
  type PreparedOperation,
  prepareOperation,
  type RemovalOperation,
} from './prepare-operation.ts'
import { putMemory } from './put-memory.ts'
import { auditWithdrawn, findRemoval, notYours, removeState } from './remove-state.ts'

/** A push whose operations are still unchecked. */
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
    const quota = await readRemainingQuota(tx, caller.person.id)
    await tx.expect(caller.person.id, prepared.map(toExpected))
    const projects = prepared.flatMap((each) => (each.type === 'refused' ? [] : each.project))
    const visible = new Set(await tx.visibleAmong([...new Set(projects)], caller.person.id))
    const applying = { ...ports, tx, origins, quota, caller, at, visible }
    const answers: OperationAnswer[] = []
    const withdrawn: RemovalOperation[] = []
    for (const operation of prepared) {
      const answer = await applyOnce(applying, operation)
      answers.push(answer)
      const isStored = answer.outcome === 'stored'
      if (operation.type === 'withdraw' && isStored) withdrawn.push(operation)
    }
    await auditWithdrawn(tx, caller, at, withdrawn)
    return { status: 'ok', answers }
  })
}

function toExpected(operation: PreparedOperation): ExpectedOperation {
  const { key, type } = operation
  if (type === 'refused') return { key }
  const { id } = operation
  if (type !== 'put') return { key, id }
  return { key, id, memoryKey: operation.text.key, contentHash: operation.contentHash }
}

interface ApplyingPush extends Applying {
  /** Ids of the projects that the caller sees. */
  readonly visible: ReadonlySet<string>
}

/** Does not store refusals: the person may be allowed later, or there may be space. */
async function applyOnce(
  applying: ApplyingPush,
  operation: PreparedOperation,
): Promise<OperationAnswer> {
  const { tx, caller, at } = applying
  const { key } = operation
  const before = await tx.answer(caller.person.id, key)
  if (before) return recallAnswer(applying, operation, before)
  const outcome = await apply(applying, operation)
  const answer = { ...outcome, at: outcome.at ?? (await tx.head()) }
  const isRefusal = answer.outcome === 'refused' || answer.outcome === 'over-quota'
  if (!isRefusal) {
    const { origin: _, id: __, ...kept } = answer
    await tx.keepAnswer(caller.person.id, key, isStoredPut(operation, answer) ? kept : answer, at)
  }
  return { ...answer, key }
}

const isStoredPut = ({ type }: PreparedOperation, { outcome }: Pick<OperationAnswer, 'outcome'>) =>
  (type === 'put' || type === 'put-digest') && outcome === 'stored'

/** Does not store what a memory's states contain: answers are rarely requested again. */
async function recallAnswer(
  { tx, origins }: Applying,
  operation: PreparedOperation,
  kept: KeptAnswer,
): Promise<OperationAnswer> {
  const { key } = operation
  if (operation.type === 'refused' || !isStoredPut(operation, kept)) return { ...kept, key }
  const { id } = operation
  const known = await tx.statesOf(id)
  const creation = firstCreation(...known)
  const type = known.some((state) => state.type === 'forgotten') ? 'forgotten' : 'memory'
  const origin = creation && origins.sign({ id, type, ...creation })
  return { ...kept, id, key, ...(origin && { origin }) }
}

async function apply(applying: ApplyingPush, operation: PreparedOperation): Promise<Outcome> {
  if (operation.type === 'refused') return { outcome: 'refused', reason: operation.reason }
  const { tx, caller, at, visible } = applying
  if (!visible.has(operation.project.toLowerCase()))
    return { outcome: 'refused', reason: 'the project is not shared with you' }
  if (operation.type === 'forget' || operation.type === 'withdraw') {
    return removeState(applying, operation)
  }
  if (operation.wasRedacted) await tx.audit(audited(caller, at, 'secret-redacted', operation.id))
  return operation.type === 'put' ? putMemory(applying, operation) : putDigest(applying, operation)
}

// A change made on the server's own pages. It takes the same path as a push from a machine.

/** @throws `invalid-input`, `not-allowed` or `conflict`, if it was not applied */
export async function pushOne(
  server: { push(caller: Caller, request: UncheckedPush): Promise<PushAnswer> },
  caller: Caller,
  operation: SyncOperation,
): Promise<OperationAnswer> {
  const pushed = await server.push(caller, { operations: [operation] })
  const [answer] = pushed.status === 'ok' ? pushed.answers : []
  const { outcome, reason } = answer ?? {}
  if (answer && (outcome === 'stored' || outcome === 'same')) return answer
  if (outcome === 'refused') throw new ThroughlineError('invalid-input', reason ?? 'it was refused')
  if (outcome === 'not-yours')
    throw notAllowed('only the person who shared it, or an admin, may do this')
  if (outcome === 'over-quota') throw new ThroughlineError('conflict', reason ?? 'there is no room')
  throw new ThroughlineError('conflict', 'someone has changed or removed it since', {
    hint: 'read it again',
  })
}

// A digest from a client. Only who first shared it can change it, so the last version wins.

async function putDigest(applying: Applying, put: CleanDigestPut): Promise<Outcome> {
  const { tx, caller, origins, at, quota } = applying
  const { id, project, text, isAltered } = put
  const person = caller.person.id
  const known = await tx.statesOf(id)
  if (known.some(({ type }) => type === 'memory')) {
    return { outcome: 'refused', reason: 'its id is the id of a memory' }
  }
  const creation = firstCreation(...known, origins.check(put)) ?? { creator: person, sharedAt: at }
  const removal = findRemoval(known, creation.creator === person)
  if (removal) {
    return { outcome: removal.type, version: removal.version, origin: origins.sign(removal) }
  }
  if (creation.creator !== person) return notYours(known)
  const head = known.find((state) => state.type === 'digest')
  if (head && head.project !== project) {
    return { outcome: 'refused', reason: 'it is in another project; withdraw it there first' }
  }
  if (head && !isAltered && canonicalJson(head.text) === canonicalJson(text)) {
    return { outcome: 'stored', id, version: head.version, origin: origins.sign(head) }
  }
  const isFull = !head && (await tx.countDigests(project, person)) >= digestLimits.perPerson
  const reason = isFull ? fullProject : quota?.take(text, !head)
  if (reason !== undefined) return { outcome: 'over-quota', reason }
  const last = Math.max(put.base, ...known.map(({ version }) => version))
  const said = { type: 'digest', text } as const
  return writeVersion(applying, { said, id, project, isAltered, last, creation })
}

const fullProject = `the project has ${digestLimits.perPerson} digests of yours already`
