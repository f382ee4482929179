/** A memory from a client: new, or a change of what the team has. */
import type { SharedText } from '../../../contract/team/sync.ts'
import type {
  Creation,
  StoredMemory,
  StoredRemoval,
  StoredState,
} from '../../ports/team-sync-store.ts'
import { firstCreation } from './origin.ts'
import type { Applying, Outcome } from './outcome.ts'
import { placeText } from './place-text.ts'
import type { CleanPut } from './prepare-operation.ts'
import { isSameText } from './same-text.ts'
import { versionAfter } from './version-after.ts'

export async function putMemory(applying: Applying, put: CleanPut): Promise<Outcome> {
  const { tx, caller, origins, at } = applying
  const known = await tx.statesOf(put.id)
  const creation = firstCreation(...known, origins.check(put)) ?? {
    ...{ creator: caller.person.id, sharedAt: at },
  }
  const removal = findRemoval(known, creation.creator === caller.person.id)
  if (removal) {
    return { outcome: removal.type, version: removal.version, origin: origins.sign(removal) }
  }
  const memory = known.find((state) => state.type === 'memory')
  if (memory && memory.project !== put.project) {
    return { outcome: 'refused', reason: 'it is in another project; withdraw it there first' }
  }
  const last = Math.max(put.base, ...known.map(({ version }) => version))
  return memory
    ? changeMemory(applying, put, memory, creation)
    : addMemory(applying, put, last, creation)
}

/** Forgotten is for good. Withdrawn is until the one who withdrew it shares it again. */
function findRemoval(known: readonly StoredState[], isOwn: boolean): StoredRemoval | undefined {
  const removals = known.filter((state) => state.type !== 'memory')
  const forgotten = removals.find(({ type }) => type === 'forgotten')
  return forgotten ?? (isOwn ? undefined : removals[0])
}

async function addMemory(
  applying: Applying,
  put: CleanPut,
  last: number,
  creation: Creation,
): Promise<Outcome> {
  const placed = await placeText(applying.tx, put)
  if (placed.same) return { outcome: 'same', id: placed.same.id, version: placed.same.version }
  const reason = applying.room?.take(placed.text, true)
  if (reason !== undefined) return { outcome: 'over-quota', reason }
  return writeVersion(applying, { put, ...placed, last, creation })
}

/** @param put made from the head, or it is kept as a conflict */
export async function changeMemory(
  applying: Applying,
  put: CleanPut,
  head: StoredMemory,
  creation: Creation,
): Promise<Outcome> {
  const { tx, at, caller, origins } = applying
  const placed = await placeText(tx, put)
  const isUnchanged = isSameText(placed.text, head.text)
  const stands = { id: head.id, version: head.version }
  const isSettled = isUnchanged && !placed.isAltered && head.creator === creation.creator
  if (isSettled) return { outcome: 'stored', ...stands, origin: origins.sign(head) }
  const reason = applying.room?.take(placed.text, false)
  if (reason !== undefined) return { outcome: 'over-quota', ...stands, reason }
  if (put.base < head.version && !isUnchanged) {
    const { key: id, base, project, text } = put
    const author = caller.person
    await tx.keepConflict({ id, project, memoryId: put.id, base, author, text, at })
    return { outcome: 'conflict', ...stands }
  }
  await tx.keepRevision(head, at)
  const last = Math.max(put.base, head.version)
  const { same } = placed
  const text = same ? { ...placed.text, validTo: at, supersededBy: same.id } : placed.text
  const written = await writeVersion(applying, { ...placed, put, text, last, creation })
  return same ? { ...written, outcome: 'same', id: same.id, version: same.version } : written
}

interface Version {
  readonly put: CleanPut
  readonly text: SharedText
  readonly isAltered: boolean
  readonly last: number
  readonly creation: Creation
}

/**
 * The version of what the client sent is answered. If the server keeps something else, that is a version
 * later, so the client takes it for a newer one when it pulls.
 */
async function writeVersion(
  { tx, caller, at, randomBelow, origins }: Applying,
  { put: { id, project }, text, isAltered, last, creation: { creator, sharedAt } }: Version,
): Promise<Outcome> {
  const sent = versionAfter(last, randomBelow)
  const version = isAltered ? versionAfter(sent, randomBelow) : sent
  const author = caller.person
  const state = { type: 'memory', id, project, version, author, creator, sharedAt, text } as const
  const mark = await tx.write(state, at)
  return { outcome: 'stored', id, version: sent, at: mark, origin: origins.sign(state) }
}
