/** Decides what to tell the server about a memory that may have changed here. */
import { isValid, type Memory, type ScopeAddress } from '../../model/memory.ts'
import type { JoinedProject, TeamItem } from '../../ports/team/team-client-store.ts'
import type { TeamWork } from './client-ports.ts'
import { isOwnItem } from './origin.ts'
import { isUuid, mayPut, queuePut, queueRemoval } from './queue-operation.ts'
import { hashText } from './shared-text.ts'

export async function noteMemory(work: TeamWork, id: string): Promise<void> {
  const { tx } = work
  const memory = await tx.memories.find(id)
  const place = memory && joinedPlace(memory, work.projects)
  for (const item of await tx.team.itemsOf(id)) {
    if (item.kind === 'memory' && item.project !== place?.id) await leave(work, item, memory)
  }
  if (memory && place) await noteText(work, memory, place)
}

/** The shared project of a memory; none for memories of sessions and agents. */
export function joinedPlace(
  { scope, scopeId }: ScopeAddress,
  projects: readonly JoinedProject[],
): JoinedProject | undefined {
  if (scope !== 'global' && scope !== 'project') return undefined
  return projects.find(({ localId, state }) => localId === scopeId && state === 'joined')
}

export function localAddress({ localId }: Pick<JoinedProject, 'localId'>): ScopeAddress {
  return localId === '' ? { scope: 'global', scopeId: '' } : { scope: 'project', scopeId: localId }
}

/** It is no longer in that project: forgotten, or moved. */
async function leave(work: TeamWork, item: TeamItem, memory: Memory | undefined): Promise<void> {
  const { tx, projects, person } = work
  const { memoryId, project, type, state, version } = item
  const isThere = type === 'memory' && state === 'synced' && version > 0
  if (!isThere || !projects.some(({ id }) => id === project)) return
  if (memory === undefined) {
    // Sync's own removals leave no tombstone.
    if (!(await tx.memories.findForgotten(memoryId))) return
    if (await wasForeignCandidate(work, item)) return tx.team.putItem({ ...item, state: 'hidden' })
    return queueRemoval(work, item, 'forget')
  }
  if (isOwnItem(item, person)) return queueRemoval(work, item, 'withdraw')
  await tx.team.putItem({ ...item, state: 'hidden' })
}

/** Dropping a teammate's memory before it was used here concerns nobody else. */
async function wasForeignCandidate(
  { tx, person }: TeamWork,
  { memoryId, authorId }: TeamItem,
): Promise<boolean> {
  if (authorId === person.id) return false
  const filter = { addresses: 'all', ending: memoryId } as const
  const { archived } = await tx.memories.listArchived(filter, { limit: 1, offset: 0 })
  return archived[0]?.memory.standing === 'candidate'
}

async function noteText(work: TeamWork, memory: Memory, place: JoinedProject): Promise<void> {
  const { tx, hash, person } = work
  const { id, author, standing } = memory
  const item = await tx.team.item(place.id, id)
  if (standing === 'candidate') {
    const isOurs = item?.type === 'memory' && item.authorId === person.id && item.version > 0
    if (isOurs && item.state === 'synced') await queueRemoval(work, item, 'withdraw')
    return
  }
  // A teammate's words are theirs to change; an edit makes them the user's.
  if (author || !isUuid(id) || (item && !mayPut(item))) return
  const textHash = hashText(memory, hash)
  if (item?.type === 'memory' && item.textHash === textHash) return
  const isThere = item?.type === 'memory' && item.version > 0
  if (!isThere && !isValid(memory)) return
  await queuePut(work, { memoryId: id, kind: 'memory', project: place.id }, textHash)
}
