/** Who shared a memory first, as far as this machine knows. */
import type { Author, Origin, SharedState } from '../../../contract/team/sync.ts'
import type { Memory } from '../../model/memory.ts'
import type { MemoryChange } from '../../ports/memory-store.ts'
import type { TeamItem } from '../../ports/team/team-client-store.ts'
import type { TeamWork } from './client-ports.ts'

/**
 * The earliest wins: after a restore, someone may have sent the memory without its origin. A record
 * that it was forgotten is newer than all others and has its own proof.
 */
export function mergeOrigin(
  known: Origin | undefined,
  told: Origin | undefined,
  type: SharedState['type'],
): Origin | undefined {
  if (!known || !told) return told ?? known
  return type !== 'forgotten' && Date.parse(known.at) < Date.parse(told.at) ? known : told
}

/** An older server only reports whose words it has. */
export function isOwnItem({ origin, authorId }: TeamItem, person: Author): boolean {
  return (origin?.person ?? authorId) === person.id
}

// Restores the user's own version of a memory that a teammate changed, after it is unshared.

/** Restores the user's last words. @returns whether the user ever said it on this machine */
export async function takeOwnWords(work: TeamWork, memory: Memory): Promise<boolean> {
  const { tx, clock } = work
  const revisions = await tx.memories.revisions(memory.id)
  const own = revisions.findLast((each) => !each.memory.author && each.memory.standing === 'memory')
  if (!own) return false
  const change = await returnTo(work, memory, own.memory)
  await tx.memories.update(memory.id, change, clock.now().toISOString())
  return true
}

/** Its key or content may belong to another memory by now. */
async function returnTo(
  { tx }: TeamWork,
  { id, validTo, ...memory }: Memory,
  own: Memory,
): Promise<MemoryChange> {
  const { content, contentHash, kind, tags, keywords, importance, files, trust } = own
  const { standing, confirmation = null } = own
  const said: MemoryChange = {
    ...{ content, contentHash, kind, tags, keywords, importance, files, trust },
    ...{ standing, confirmation, author: null },
  }
  if (validTo !== undefined) return { ...said, key: own.key ?? null }
  const holder = own.key === undefined ? undefined : await tx.memories.findByKey(memory, own.key)
  const key = holder && holder.id !== id ? null : (own.key ?? null)
  const twin = key === null ? await tx.memories.findByHash(memory, contentHash) : undefined
  const isTaken = twin && twin.id !== id && twin.key === undefined
  return { ...said, key, ...(isTaken && { supersededBy: twin.id }) }
}
