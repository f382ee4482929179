/** What became of an operation at the server, applied here. */
import type { OperationAnswer, SyncOperation } from '../../../contract/team/sync.ts'
import type { QueuedOperation, TeamItem } from '../../ports/team/team-client-store.ts'
import { applyShadows, unknownItem } from './apply-state.ts'
import type { TeamWork } from './client-ports.ts'
import { keepConflict } from './conflicts.ts'
import { noteItem } from './note-item.ts'
import { mergeOrigin } from './origin.ts'
import { replaceBy } from './replace-memory.ts'

export async function applyAnswer(
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
    const nextTryAt = new Date(work.clock.now().getTime() + waitForRoomMs).toISOString()
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
  // It may have changed or moved while the operation was under way.
  await noteItem(work, { kind, memoryId })
}

/** Someone may forget something meanwhile, or the operator raises the limit. */
const waitForRoomMs = 5 * 60_000

interface Settling {
  readonly operation: SyncOperation
  readonly answer: OperationAnswer
  readonly known: TeamItem
  /** Of what was sent. */
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
      // What was sent counts no more, so that the server's version is taken over.
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
