/** What an operation says is set before it is first sent, so that every attempt says the same. */
import type { SyncOperation } from '../../../contract/team/sync.ts'
import { isValid, type Memory } from '../../model/memory.ts'
import type { JoinedProject, QueuedOperation } from '../../ports/team/team-client-store.ts'
import type { TeamWork } from './client-ports.ts'
import { planDigest, type RemovalType } from './digests/plan-digest.ts'
import { joinedPlace, noteMemory } from './note-memory.ts'
import { hashText, toSharedText } from './shared-text.ts'

/** @returns undefined if there is nothing left to say; then it is removed */
export async function freezeOperation(
  work: TeamWork,
  queued: QueuedOperation,
): Promise<SyncOperation | undefined> {
  if (queued.payload) return queued.payload
  const planned = await planOperation(work, queued)
  const { position } = queued
  if (!planned) await work.tx.team.removeOperation(position)
  else await work.tx.team.freezeOperation(position, planned.operation, planned.textHash)
  return planned?.operation
}

interface Planned {
  readonly operation: SyncOperation
  readonly textHash: string
}

async function planOperation(
  work: TeamWork,
  queued: QueuedOperation,
): Promise<Planned | undefined> {
  const { tx, ids, projects } = work
  const { memoryId: id, kind, project, type, wasSent } = queued
  const place = projects.find((each) => each.id === project)
  if (!place) return undefined
  const item = await tx.team.item(project, id)
  const origin = item?.origin
  const of = kind === 'digest' && { of: kind }
  const removing = (removal: RemovalType): Planned => ({
    operation: { type: removal, key: ids.next(), id, project, ...of, ...(origin && { origin }) },
    textHash: '',
  })
  if (kind === 'digest') {
    const plan = await planDigest(work, queued, place, item)
    return plan?.removal ? removing(plan.removal) : plan?.put
  }
  const memory = await tx.memories.find(id)
  const isHere = memory !== undefined && joinedPlace(memory, projects)?.id === project
  if (type === 'put') {
    if (isHere && isOwn(memory)) return planPut(work, memory, place)
    // It may be there by now, though nobody was told.
    if (wasSent) return removing(memory ? 'withdraw' : 'forget')
    // What was sent before this may be there, too.
    await noteMemory(work, id)
    return undefined
  }
  // What is kept here alone is still gone for the team.
  const isBack = isHere && isOwn(memory) && !wasSent && item?.state !== 'local-only'
  return isBack ? undefined : removing(type)
}

const isOwn = ({ standing, author }: Memory) => standing === 'memory' && !author

async function planPut(
  { tx, ids, redactor, hash }: TeamWork,
  memory: Memory,
  { id: project }: JoinedProject,
): Promise<Planned | undefined> {
  const { id } = memory
  const item = await tx.team.item(project, id)
  const textHash = hashText(memory, hash)
  const isThere = item?.type === 'memory' && item.version > 0
  if (isThere ? item.textHash === textHash : !isValid(memory)) return undefined
  const base = item?.version ?? 0
  const text = toSharedText(memory, redactor)
  const put = { type: 'put', key: ids.next(), id, project, base } as const
  const origin = item?.origin && { origin: item.origin }
  return { operation: { ...put, ...origin, text }, textHash }
}
