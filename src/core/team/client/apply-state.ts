/** Writes a state from the server into the store, unless a change here was not sent yet. */

import type { BundleMemoryLine } from '../../../contract/bundle.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type {
  SharedDigest,
  SharedMemory,
  SharedRemoval,
  SharedState,
  SharedText,
} from '../../../contract/team/sync.ts'
import type { TrustLevel } from '../../../contract/vocabulary.ts'
import { nextVersion } from '../../bundle/merge-memory.ts'
import { cleanContent, cleanKey, cleanLabels } from '../../memory/new-memory.ts'
import { removalWins, whoWins } from '../../memory/who-wins.ts'
import type { Memory } from '../../model/memory.ts'
import type { JoinedProject, TeamItem } from '../../ports/team/team-client-store.ts'
import type { StateKind } from '../../ports/team/team-sync-store.ts'
import { isUsed, judgeArrival } from './approval/approval.ts'
import type { TeamWork } from './client-ports.ts'
import { applyDigest } from './digests/note-digest.ts'
import { joinedPlace, localAddress, noteMemory } from './note-memory.ts'
import { isOwnItem, mergeOrigin, takeOwnWords } from './origin.ts'
import { findTwin, freeKey, replaceBy } from './replace-memory.ts'
import { hashText } from './shared-text.ts'
import { dropEarlierEdit, keepWaiting } from './waiting-edits.ts'

/** Does nothing if the state is known, or its project is not shared here. */
export async function applyState(work: TeamWork, state: SharedState): Promise<void> {
  const { tx, projects } = work
  const place = projects.find(({ id }) => id === state.project)
  if (place?.state !== 'joined') return
  const known = await tx.team.item(state.project, state.id)
  const isChangedThere = state.version > (known?.version ?? 0)
  if ((known && known.kind !== kindOf(state)) || !isChangedThere) return
  const before = known ?? unknownItem(state.project, state.id, kindOf(state))
  const item = { ...before, origin: mergeOrigin(before.origin, state.origin, state.type) }
  if (isDigest(state)) return applyDigest(work, state, item)
  const isChangedHere = await hasUnsent(work, state, known)
  // The server decides, so send it our change first.
  if (whoWins({ isSame: false, isChangedHere, isChangedThere }) === 'both') {
    return keepShadow(work, state)
  }
  if (await tx.team.shadow(state.project, state.id)) {
    await tx.team.removeShadow(state.project, state.id)
    await dropEarlierEdit(work, state.id)
  }
  if (state.type === 'memory' && (await isElsewhere(work, state))) {
    return withdrawAgain(work, state, item)
  }
  if (state.type === 'memory') return writeShared(work, state, place, item)
  await applyRemoval(work, state, item)
}

const isDigest = (state: SharedState): state is SharedDigest | SharedRemoval =>
  state.type === 'digest' || ('of' in state && state.of === 'digest')

const kindOf = (state: SharedState) => (isDigest(state) ? 'digest' : 'memory')

/** Writes an edit that waited here until its author, or the edit itself, was approved. */
export async function applyAcceptedEdit(work: TeamWork, edit: SharedMemory): Promise<void> {
  const place = work.projects.find(({ id }) => id === edit.project)
  const item = await work.tx.team.item(edit.project, edit.id)
  if (place && item) await writeShared(work, edit, place, item, true)
}

/** Applies what arrived over changes that are sent by now, unless the server's answer was newer. */
export async function applyShadows(work: TeamWork, memoryId: string): Promise<void> {
  for (const shadow of await work.tx.team.shadowsOf(memoryId)) {
    await work.tx.team.removeShadow(shadow.project, memoryId)
    await applyState(work, shadow)
  }
}

async function keepShadow({ tx }: TeamWork, state: SharedState): Promise<void> {
  const before = await tx.team.shadow(state.project, state.id)
  if (!before || before.version < state.version) await tx.team.putShadow(state)
}

/** Includes changes here that were not noticed yet. */
async function hasUnsent(
  { tx, hash, projects }: TeamWork,
  { id, project }: SharedState,
  item: TeamItem | undefined,
): Promise<boolean> {
  if ((await tx.team.operationsOf(id)).length > 0) return true
  const memory = await tx.memories.find(id)
  if (!memory) {
    const isAlive = item?.type === 'memory' && item.state === 'synced' && item.version > 0
    return isAlive && (await tx.memories.findForgotten(id)) !== undefined
  }
  if (memory.author) return false
  if (memory.standing === 'candidate' || item?.state === 'local-only') return false
  const isMoved = joinedPlace(memory, projects)?.id !== project
  if (isMoved) return item?.type === 'memory' && item.state === 'synced' && item.version > 0
  return hashText(memory, hash) !== item?.textHash
}

/** The server must not change what the user keeps elsewhere, perhaps unshared. */
async function isElsewhere(
  { tx, projects }: TeamWork,
  { id, project }: SharedState,
): Promise<boolean> {
  const memory = await tx.memories.find(id)
  return memory !== undefined && !memory.author && joinedPlace(memory, projects)?.id !== project
}

/** A restored server has it again, or another machine of the user shared it. */
async function withdrawAgain(work: TeamWork, state: SharedMemory, item: TeamItem): Promise<void> {
  const { id, version, author } = state
  const seen = { version, type: 'memory', authorId: author.id, textHash: '' } as const
  await work.tx.team.putItem({ ...item, ...seen, state: 'synced' })
  await noteMemory(work, id)
}

/** Keeps the user's own memory on this machine only; removes a teammate's with the team's. */
async function applyRemoval(work: TeamWork, state: SharedRemoval, item: TeamItem): Promise<void> {
  const { tx, clock, projects } = work
  const { id, type, version, author } = state
  const found = await tx.memories.find(id)
  const memory = found && joinedPlace(found, projects)?.id === state.project ? found : undefined
  const isEditByOwner = type === 'withdrawn' && (await keepsOwn(work, item, memory))
  const isKept = item.state === 'local-only' || !removalWins({ type, isEditByOwner })
  if (memory && !isKept) {
    await tx.memories.forget(id, clock.now().toISOString(), { archive: type === 'forgotten' })
    // Its author may share it again.
    if (type === 'withdrawn') await tx.sync.dropTombstone(id)
  }
  const kept = memory && isKept ? ('local-only' as const) : item.state
  await tx.team.putItem({ ...item, version, type, authorId: author.id, textHash: '', state: kept })
}

/** Includes what the user shared first, without a teammate's changes. */
async function keepsOwn(
  work: TeamWork,
  item: TeamItem,
  memory: Memory | undefined,
): Promise<boolean> {
  if (!memory?.author) return true
  return item.origin !== undefined && isOwnItem(item, work.person) && takeOwnWords(work, memory)
}

/** An item the server was not known to have. */
export const unknownItem = (
  project: string,
  memoryId: string,
  kind: StateKind = 'memory',
): TeamItem => ({
  ...{ project, memoryId, kind, version: 0, type: kind, textHash: '' },
  ...{ authorId: undefined, origin: undefined, state: 'synced', successor: undefined },
})

// Writes a memory from the server: unchanged if it is the user's own, otherwise as a teammate's.

async function writeShared(
  work: TeamWork,
  state: SharedMemory,
  place: JoinedProject,
  item: TeamItem,
  isAccepted = false,
): Promise<void> {
  const { tx, hash } = work
  const { id, version, author } = state
  const seen: TeamItem = {
    ...item,
    ...{ version, type: 'memory', authorId: author.id, successor: state.text.supersededBy },
  }
  const text = cleanText(state.text, work)
  // Nothing in it may be stored, or it was forgotten here only.
  if (!text || item.state === 'hidden') return tx.team.putItem({ ...seen, state: 'hidden' })
  if (await tx.memories.findForgotten(id)) return forgetAgain(work, seen)
  const judged = await judge(work, state, text, place)
  const { hourCount, here } = judged
  const mustWait = judged.standing === 'candidate' && isUsed(here) && !isAccepted
  if (here && mustWait) return keepWaiting(work, state, here, { ...seen, hourCount })
  await write(work, state, text, place, isAccepted ? accepted(judged) : judged)
  const written = await tx.memories.find(id)
  const textHash = written ? hashText(written, hash) : ''
  await tx.team.putItem({ ...seen, state: 'synced', textHash, hourCount })
  if (seen.successor !== undefined) await tx.bundles.setSuccessor(id, seen.successor)
  for (const { memoryId } of await tx.team.itemsReplacedBy(id)) await replaceBy(work, memoryId, id)
}

/** It was forgotten here, and forgetting beats editing. The server decides if that is allowed. */
async function forgetAgain({ tx, person }: TeamWork, seen: TeamItem): Promise<void> {
  const isOwn = isOwnItem(seen, person)
  await tx.team.putItem({ ...seen, state: isOwn ? 'synced' : 'hidden' })
  const { memoryId, kind, project } = seen
  if (isOwn) await tx.team.addOperation({ memoryId, kind, project, type: 'forget' })
}

interface CleanText extends Omit<SharedText, 'supersededBy'> {
  readonly contentHash: string
}

/** @returns undefined if nothing in it may be stored */
function cleanText(given: SharedText, ports: TeamWork): CleanText | undefined {
  const { supersededBy: _, key: __, ...text } = given
  try {
    const key = given.key === undefined ? undefined : cleanKey(given.key, ports.redactor)
    const { tags = [], keywords = [], files = [] } = cleanLabels(text, ports.redactor)
    return {
      ...text,
      ...cleanContent(text.content, key, ports),
      ...{ tags: [...tags], keywords: [...keywords], files: [...files] },
      ...(key !== undefined && { key }),
    }
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'invalid-input') return undefined
    throw error
  }
}

interface Judgement extends Pick<Memory, 'standing' | 'confirmation'>, Pick<TeamItem, 'hourCount'> {
  readonly here: Memory | undefined
  /** The memory here with another id that says the same. */
  readonly twin: Memory | undefined
}

async function judge(
  work: TeamWork,
  { id, author, isFromNewcomer }: SharedMemory,
  text: CleanText,
  place: JoinedProject,
): Promise<Judgement> {
  const { tx, hash, person } = work
  const twin = await findTwin(work, arrivingAs(id, text, place))
  const here = await tx.memories.find(id)
  const isUnchanged = here !== undefined && hashText(here, hash) === hashText(text, hash)
  const judged =
    author.id === person.id
      ? ({ standing: 'memory', confirmation: 'stored' } as const)
      : await judgeArrival(work, {
          ...{ author, text, here, isUnchanged, twin, isFromNewcomer },
          isFromBefore: place.needsCompare,
        })
  return { ...judged, here, twin }
}

const accepted = (judged: Judgement): Judgement => ({
  ...judged,
  ...{ standing: 'memory', confirmation: judged.here?.confirmation ?? 'reviewed' },
})

const arrivingAs = (id: string, text: CleanText, place: JoinedProject) => ({
  ...{ ...localAddress(place), id, key: text.key },
  ...{ contentHash: text.contentHash, validTo: text.validTo },
})

async function write(
  work: TeamWork,
  { id, author }: SharedMemory,
  { contentHash, ...text }: CleanText,
  place: JoinedProject,
  { standing, confirmation, twin }: Judgement,
): Promise<void> {
  const { tx, clock, person } = work
  const at = clock.now().toISOString()
  await freeKey(work, arrivingAs(id, { contentHash, ...text }, place))
  const here = await tx.bundles.memory(id)
  const isOwn = author.id === person.id
  const confirmedAt = standing === 'memory' ? (here?.memory.confirmedAt ?? at) : undefined
  const values: Partial<BundleMemoryLine['memory']> = {
    ...{ ...text, ...localAddress(place), standing, confirmation, confirmedAt, key: text.key },
    ...{ validTo: text.validTo, supersededBy: undefined, host: text.host, commit: text.commit },
    source: 'sync',
    trust: isOwn ? ownTrust(text.trust) : 'teammate',
    author: isOwn ? undefined : author,
  }
  // Do this before the write, because only one of them can be valid.
  if (twin) await tx.memories.update(twin.id, { supersededBy: id }, at)
  await tx.bundles.putMemory({
    type: 'memory',
    ...(here
      ? nextVersion(here, values, at)
      : { memory: { ...fresh(id, at), ...values }, versionFrom: at, sources: [], revisions: [] }),
  })
}

/** A server can make neither a teammate's words the user's, nor the user's a teammate's. */
const ownTrust = (trust: TrustLevel): TrustLevel => (trust === 'teammate' ? 'agent' : trust)

function fresh(id: string, at: string): BundleMemoryLine['memory'] {
  return {
    ...{ id, scope: 'global', scopeId: '', kind: 'fact', content: '', importance: 0 },
    ...{ tags: [], keywords: [], files: [], source: 'sync', trust: 'teammate' },
    ...{ standing: 'candidate', pinned: false, useCount: 0, version: 1 },
    ...{ validFrom: at, createdAt: at, updatedAt: at },
  }
}
