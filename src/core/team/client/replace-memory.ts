/** Closes a memory in favour of one that says the same or has its key. */
import { confirm } from '../../memory/standing.ts'
import { rivalOutcome } from '../../memory/who-wins.ts'
import { isSameAddress, isValid, type Memory } from '../../model/memory.ts'
import type { TeamWork } from './client-ports.ts'

/** Does nothing until both are here. */
export async function replaceBy(
  { tx, clock }: TeamWork,
  id: string,
  successor: string,
): Promise<void> {
  const [memory, other] = [await tx.memories.find(id), await tx.memories.find(successor)]
  if (!memory || !other || id === successor) return
  if (!isValid(memory)) return tx.bundles.setSuccessor(id, successor)
  if (!isSameAddress(memory, other) || !isValid(other)) return
  const at = clock.now().toISOString()
  if (memory.standing === 'memory' && other.standing === 'candidate') {
    if (other.contentHash !== memory.contentHash) return
    // Both said it, so it is no longer one person's word.
    await tx.memories.update(successor, confirm(other, 'repeated'), at)
  }
  await tx.memories.update(id, { supersededBy: successor }, at)
}

export type Arriving = Pick<Memory, 'id' | 'scope' | 'scopeId' | 'key' | 'contentHash' | 'validTo'>

/** The memory here that says the same as an arriving one, if only one of them can be valid. */
export async function findTwin({ tx }: TeamWork, arriving: Arriving): Promise<Memory | undefined> {
  if (arriving.validTo !== undefined || arriving.key !== undefined) return undefined
  const found = await tx.memories.findByHash(arriving, arriving.contentHash)
  return found && found.id !== arriving.id && found.key === undefined ? found : undefined
}

/** On the server each key is unique, and the arriving memory has this one. */
export async function freeKey(
  work: TeamWork,
  { key, validTo, ...arriving }: Arriving,
): Promise<void> {
  const { tx, clock } = work
  if (key === undefined || validTo !== undefined) return
  const holder = await tx.memories.findByKey(arriving, key)
  if (!holder || holder.id === arriving.id) return
  const at = clock.now().toISOString()
  const twin = await tx.memories.findByHash(holder, holder.contentHash)
  const isSaidTwice = twin !== undefined && twin.id !== holder.id && twin.key === undefined
  const isClosed = twin !== undefined && rivalOutcome(isSaidTwice) === 'closed'
  await tx.memories.update(holder.id, isClosed ? { supersededBy: twin.id } : { key: null }, at)
}
