/** A memory from a client: new, or a change to an existing one. */
import type { SharedText } from '../../../contract/team/sync.ts'
import { rivalOutcome, whoWins } from '../../memory/who-wins.ts'
import type {
  Creation,
  StoredMemory,
  TeamSyncTransaction,
} from '../../ports/team/team-sync-store.ts'
import { audited } from '../people/actor.ts'
import { firstCreation } from './origin.ts'
import { type Applying, isSameText, type Outcome, writeVersion } from './outcome.ts'
import type { CleanPut } from './prepare-operation.ts'
import { findRemoval } from './remove-state.ts'

export async function putMemory(applying: Applying, put: CleanPut): Promise<Outcome> {
  const { tx, caller, origins, at } = applying
  const known = await tx.statesOf(put.id)
  const creation = firstCreation(...known, origins.check(put)) ?? {
    ...{ creator: caller.person.id, sharedAt: at },
  }
  if (known.some(({ type }) => type === 'digest')) {
    return { outcome: 'refused', reason: 'its id is the id of a digest' }
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

async function addMemory(
  applying: Applying,
  put: CleanPut,
  last: number,
  creation: Creation,
): Promise<Outcome> {
  const placed = await placeText(applying.tx, put)
  if (placed.same) return { outcome: 'same', id: placed.same.id, version: placed.same.version }
  const reason = applying.quota?.take(placed.text, true)
  if (reason !== undefined) return { outcome: 'over-quota', reason }
  return writeMemory(applying, { put, ...placed, last, creation })
}

/** @param put must be based on the head, or it is kept as a conflict */
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
  const reason = applying.quota?.take(placed.text, false)
  if (reason !== undefined) return { outcome: 'over-quota', ...stands, reason }
  const winner = whoWins({
    isSame: isUnchanged,
    isChangedHere: put.base < head.version,
    isChangedThere: true,
  })
  if (winner === 'both') {
    const { key: id, base, project, text } = put
    const author = caller.person
    await tx.keepConflict({ id, project, memoryId: put.id, base, author, text, at })
    return { outcome: 'conflict', ...stands }
  }
  await tx.keepRevision(head, at)
  await tx.audit(audited(caller, at, 'memory-edited', head.id))
  const last = Math.max(put.base, head.version)
  const { same } = placed
  const text = same ? { ...placed.text, validTo: at, supersededBy: same.id } : placed.text
  const written = await writeMemory(applying, { ...placed, put, text, last, creation })
  return same ? { ...written, outcome: 'same', id: same.id, version: same.version } : written
}

interface MemoryVersion {
  readonly put: CleanPut
  readonly text: SharedText
  readonly isAltered: boolean
  readonly last: number
  readonly creation: Creation
}

function writeMemory(applying: Applying, { put, text, ...version }: MemoryVersion) {
  const { id, project } = put
  return writeVersion(applying, { said: { type: 'memory', text }, id, project, ...version })
}

// Valid memories of a project have different keys, and those without a key different content.

interface PlacedText {
  readonly text: SharedText
  readonly isAltered: boolean
  /** Another memory that says this. */
  readonly same?: StoredMemory | undefined
}

/** Drops a key that is taken. */
async function placeText(tx: TeamSyncTransaction, put: CleanPut): Promise<PlacedText> {
  const { text, isAltered, contentHash, project, id } = put
  if (text.validTo !== undefined) return { text, isAltered }
  const { key, ...others } = text
  const holder = key === undefined ? undefined : await tx.withKey(project, key, id)
  if (key !== undefined && !holder) return { text, isAltered }
  if (holder && rivalOutcome(holder.text.content === text.content) === 'closed') {
    return { text, isAltered, same: holder }
  }
  const same = await tx.withContent(project, contentHash, id)
  return { text: others, isAltered: isAltered || holder !== undefined, same }
}
