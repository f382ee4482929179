/** Writes a memory of the server: as it was sent if it is the user's own, else as a teammate's word. */
import type { BundleMemoryLine } from '../../../contract/bundle.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { SharedMemory, SharedText } from '../../../contract/team/sync.ts'
import type { TrustLevel } from '../../../contract/vocabulary.ts'
import { nextVersion } from '../../bundle/merge-states.ts'
import { cleanContent, cleanKey, cleanLabels } from '../../memory/new-memory.ts'
import type { JoinedProject, TeamItem } from '../../ports/team/team-client-store.ts'
import { judgeArrival } from './approval/whose-word.ts'
import type { TeamWork } from './client-ports.ts'
import { localAddress } from './note-memory.ts'
import { isOwnItem } from './origin.ts'
import { findTwin, freeKey, replaceBy } from './replace-memory.ts'
import { hashText } from './shared-text.ts'

export async function writeShared(
  work: TeamWork,
  state: SharedMemory,
  place: JoinedProject,
  item: TeamItem,
): Promise<void> {
  const { tx, hash } = work
  const { id, version, author } = state
  const seen: TeamItem = {
    ...item,
    ...{ version, type: 'memory', authorId: author.id, successor: state.text.supersededBy },
  }
  const text = cleanText(state.text, work)
  // It says nothing that may be stored, or it was forgotten here alone.
  if (!text || item.state === 'hidden') return tx.team.putItem({ ...seen, state: 'hidden' })
  if (await tx.memories.findForgotten(id)) return forgetAgain(work, seen)
  const hourCount = await write(work, state, text, place)
  const written = await tx.memories.find(id)
  const textHash = written ? hashText(written, hash) : ''
  await tx.team.putItem({ ...seen, state: 'synced', textHash, hourCount })
  if (seen.successor !== undefined) await tx.bundles.setSuccessor(id, seen.successor)
  for (const { memoryId } of await tx.team.itemsReplacedBy(id)) await replaceBy(work, memoryId, id)
}

/** It was forgotten here, and forgetting beats editing. The server decides whether it may be. */
async function forgetAgain({ tx, person }: TeamWork, seen: TeamItem): Promise<void> {
  const isOwn = isOwnItem(seen, person)
  await tx.team.putItem({ ...seen, state: isOwn ? 'synced' : 'hidden' })
  const { memoryId, kind, project } = seen
  if (isOwn) await tx.team.addOperation({ memoryId, kind, project, type: 'forget' })
}

interface CleanText extends Omit<SharedText, 'supersededBy'> {
  readonly contentHash: string
}

/** @returns undefined if it holds nothing that we would store */
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

/** @returns how many of a teammate had arrived in this hour */
async function write(
  work: TeamWork,
  { id, author, isFromNewcomer }: SharedMemory,
  { contentHash, ...text }: CleanText,
  place: JoinedProject,
): Promise<number | undefined> {
  const { tx, clock, person } = work
  const at = clock.now().toISOString()
  const address = localAddress(place)
  const arriving = { ...address, id, key: text.key, contentHash, validTo: text.validTo }
  const twin = await findTwin(work, arriving)
  await freeKey(work, arriving)
  const here = await tx.bundles.memory(id)
  const isOwn = author.id === person.id
  const arrival = { author, text, here: here?.memory, twin, isFromNewcomer }
  const { hourCount, ...standing } = isOwn
    ? ({ standing: 'memory', confirmation: 'stored', hourCount: undefined } as const)
    : await judgeArrival(work, { ...arrival, isFromBefore: place.needsCompare })
  const confirmedAt = standing.standing === 'memory' ? (here?.memory.confirmedAt ?? at) : undefined
  const values: Partial<BundleMemoryLine['memory']> = {
    ...{ ...text, ...address, ...standing, confirmedAt, key: text.key },
    ...{ validTo: text.validTo, supersededBy: undefined, host: text.host, commit: text.commit },
    source: 'sync',
    trust: isOwn ? ownTrust(text.trust) : 'teammate',
    author: isOwn ? undefined : author,
  }
  // Before it is written, since only one of them can be valid.
  if (twin) await tx.memories.update(twin.id, { supersededBy: id }, at)
  await tx.bundles.putMemory({
    type: 'memory',
    ...(here
      ? nextVersion(here, values, at)
      : { memory: { ...fresh(id, at), ...values }, versionFrom: at, sources: [], revisions: [] }),
  })
  return hourCount
}

/** A server cannot make a teammate's words the user's, nor the user's a teammate's. */
const ownTrust = (trust: TrustLevel): TrustLevel => (trust === 'teammate' ? 'agent' : trust)

function fresh(id: string, at: string): BundleMemoryLine['memory'] {
  return {
    ...{ id, scope: 'global', scopeId: '', kind: 'fact', content: '', importance: 0 },
    ...{ tags: [], keywords: [], files: [], source: 'sync', trust: 'teammate' },
    ...{ standing: 'candidate', pinned: false, useCount: 0, version: 1 },
    ...{ validFrom: at, createdAt: at, updatedAt: at },
  }
}
