/** Writes the next version of a memory or a digest. */
import type { Creation, StoredDigest, StoredMemory } from '../../ports/team/team-sync-store.ts'
import type { Applying, Outcome } from './outcome.ts'
import { versionAfter } from './version-after.ts'

interface Version {
  readonly id: string
  readonly project: string
  readonly said: Pick<StoredMemory, 'type' | 'text'> | Pick<StoredDigest, 'type' | 'text'>
  /** What the client sent differs from what is kept. */
  readonly isAltered: boolean
  readonly last: number
  readonly creation: Creation
}

/**
 * The version of what the client sent is answered. If the server keeps something else, that is a version
 * later, so the client takes it for a newer one when it pulls.
 */
export async function writeVersion(
  { tx, caller, at, randomBelow, origins }: Applying,
  { said, id, project, isAltered, last, creation: { creator, sharedAt } }: Version,
): Promise<Outcome> {
  const sent = versionAfter(last, randomBelow)
  const version = isAltered ? versionAfter(sent, randomBelow) : sent
  const author = caller.person
  const state = { ...said, id, project, version, author, creator, sharedAt }
  const mark = await tx.write(state, at)
  return { outcome: 'stored', id, version: sent, at: mark, origin: origins.sign(state) }
}
