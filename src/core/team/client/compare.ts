/**
 * Compares a whole project with the server, by one hash per bucket of ids. Finds what a restored or
 * pruned server lost, and drift. Never deletes anything because it is missing.
 */
import { type BucketEntry, type Mark, syncLimits } from '../../../contract/team/sync.ts'
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import type { Hash } from '../../model/content-key.ts'
import type { JoinedProject, NewOperation, TeamItem } from '../../ports/team/team-client-store.ts'
import { applyState } from './apply-state.ts'
import { inWork, type TeamClientPorts, type TeamWork } from './client-ports.ts'
import { noteDigests } from './digests/note-digest.ts'
import { noteItem, noteProject } from './follow-changes.ts'

/** @returns the server's last change before the comparison */
export async function compareProject(
  project: JoinedProject,
  ports: TeamClientPorts,
): Promise<Mark> {
  const { store, server, hash } = ports
  const { at, hashes } = await server.buckets(project.id)
  // They may belong to changes that a restored server lost. Current ones are found again.
  await store.transaction(({ team }) => team.removeShadows(project.id))
  const here = Map.groupBy(await store.team.entriesIn(project.id), ({ id }) => bucketOf(id))
  const names = [...new Set([...here.keys(), ...Object.keys(hashes)])].sort()
  for (const name of names) {
    await yieldToEventLoop()
    if (hashBucket(here.get(name) ?? [], hash) === hashes[name]) continue
    const { entries } = await server.bucket(project.id, name)
    await compareBucket(project, here.get(name) ?? [], entries, ports)
  }
  await noteAll(project, ports)
  await store.transaction(async ({ team }) => {
    // Reads it again: the user may have stopped sharing it, or its digests, meanwhile.
    const current = (await team.projects()).find(({ id }) => id === project.id)
    if (current) await team.putProject({ ...current, needsCompare: false })
  })
  return at
}

async function compareBucket(
  { id: project }: JoinedProject,
  here: readonly BucketEntry[],
  there: readonly BucketEntry[],
  ports: TeamClientPorts,
): Promise<void> {
  const known = new Map(here.map((entry) => [entry.id, entry]))
  const wanted = new Set<string>()
  await inWork(ports, async (work) => {
    for (const entry of there) {
      const own = known.get(entry.id)
      known.delete(entry.id)
      if (own?.version === entry.version && own.type === entry.type) continue
      if (await settleDifference(work, project, entry)) wanted.add(entry.id)
    }
    for (const { id } of known.values()) await sendAgain(work, project, id)
  })
  await fetchStates(project, [...wanted], ports)
}

/** @returns whether to fetch the server's state */
async function settleDifference(
  work: TeamWork,
  project: string,
  { id, version, type }: BucketEntry,
): Promise<boolean> {
  const { team } = work.tx
  const item = await team.item(project, id)
  if (!item) return true
  if (item.type === 'forgotten' && isAlive(type)) {
    // A restored server continues from its backup, and its next versions must not look older.
    await team.putItem({ ...item, version: Math.min(item.version, version) })
    await queueOnce(work, { memoryId: id, kind: item.kind, project, type: 'forget' })
    return false
  }
  // Removals count whatever their version: a restored server may have used the number again.
  if (version >= item.version || !isAlive(type) || !isAlive(item.type)) {
    await team.putItem({ ...item, version: Math.min(item.version, version - 1) })
    return true
  }
  // The server was restored. Send the user's own memory again. A teammate's stays as the server has
  // it until they send theirs; the text in between becomes a former version.
  const owner = await ownerHere(work, item)
  if (owner === 'teammate') {
    await team.putItem({ ...item, version: version - 1 })
    return true
  }
  await team.putItem({ ...item, version, type: item.kind, ...(owner && { textHash: '' }) })
  return !owner
}

const isAlive = (type: BucketEntry['type']) => type === 'memory' || type === 'digest'

/** Its owner, if the memory is here. */
async function ownerHere(
  { tx }: TeamWork,
  { memoryId, kind }: TeamItem,
): Promise<'user' | 'teammate' | undefined> {
  if (kind === 'digest') {
    return (await tx.digests.sessionWithDigest(memoryId)) ? 'user' : 'teammate'
  }
  const memory = await tx.memories.find(memoryId)
  return memory && (memory.author ? 'teammate' : 'user')
}

/** The server does not have it, so send what is ours again, including removals. */
async function sendAgain(work: TeamWork, project: string, id: string): Promise<void> {
  const { tx, person } = work
  const item = await tx.team.item(project, id)
  if (!item) return
  if (isAlive(item.type)) {
    const isOwn = (await ownerHere(work, item)) === 'user'
    return tx.team.putItem({ ...item, version: 0, ...(isOwn && { textHash: '' }) })
  }
  await tx.team.putItem({ ...item, version: 0 })
  if (item.type === 'withdrawn' && item.authorId !== person.id) return
  const type = item.type === 'forgotten' ? 'forget' : 'withdraw'
  await queueOnce(work, { memoryId: id, kind: item.kind, project, type })
}

async function queueOnce({ tx }: TeamWork, operation: NewOperation): Promise<void> {
  const queued = await tx.team.operationsOf(operation.memoryId)
  const isQueued = queued.some(
    ({ project, type }) => project === operation.project && type === operation.type,
  )
  if (!isQueued) await tx.team.addOperation(operation)
}

async function fetchStates(
  project: string,
  ids: readonly string[],
  ports: TeamClientPorts,
): Promise<void> {
  for (let from = 0; from < ids.length; from += syncLimits.statesPerRequest) {
    const page = ids.slice(from, from + syncLimits.statesPerRequest)
    const { states } = await ports.server.states(project, page)
    await inWork(ports, async (work) => {
      for (const state of states) await applyState(work, state)
    })
  }
}

/** Each page is one transaction of about 10 ms. */
const pageSize = 20

/** Queues changes here that were missed, and items that should be here and are not. */
async function noteAll({ id: project, localId }: JoinedProject, ports: TeamClientPorts) {
  const { memories, team } = ports.store
  const lost: string[] = []
  for (let after = '', isLast = false; !isLast; ) {
    const items = await team.itemsIn(project, after, pageSize)
    isLast = items.length < pageSize
    after = items.at(-1)?.memoryId ?? after
    const found = await memories.findMany(items.map(({ memoryId }) => memoryId))
    const present = new Set(found.map(({ id }) => id))
    await inWork(ports, async (work) => {
      for (const item of items) {
        await noteItem(work, item)
        if (!present.has(item.memoryId) && (await isLost(work, item))) lost.push(item.memoryId)
      }
    })
    await yieldToEventLoop()
  }
  await fetchStates(project, lost, ports)
  await noteProject({ localId }, ports)
  await noteDigests({ id: project, localId }, ports)
}

/** The server has it, and nobody forgot it here. */
async function isLost({ tx, person }: TeamWork, item: TeamItem): Promise<boolean> {
  const { project, memoryId, kind, type, state, version, authorId } = item
  if (!isAlive(type) || state !== 'synced' || version === 0) return false
  if (kind === 'digest') {
    // Without a copy, our own digest is of a session that was here.
    if (authorId === person.id || (await tx.team.digest(project, memoryId))) return false
  } else if (await tx.memories.findForgotten(memoryId)) return false
  await tx.team.putItem({ ...item, version: version - 1 })
  return true
}

// How a client and the server compare a project: by one hash per bucket of ids.

/** The end of an id is random, so buckets have similar sizes. */
export function bucketOf(id: string): string {
  return id.slice(-2).toLowerCase()
}

/** The order of entries does not matter. */
export function hashBucket(entries: readonly BucketEntry[], hash: Hash): string {
  const lines = entries.map(({ id, version, type }) => `${id}:${version}:${type}`)
  return hash(lines.sort().join('\n'))
}
