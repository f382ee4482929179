/** Decides what to tell the server about the digest of a session on this machine. */

import type { Digest } from '../../../../contract/digest.ts'
import { ThroughlineError } from '../../../../contract/errors.ts'
import { type DigestText, digestLimits } from '../../../../contract/team/digest-text.ts'
import type { SharedDigest, SharedRemoval } from '../../../../contract/team/sync.ts'
import { renderDigest } from '../../../digest/render-digest.ts'
import { yieldToEventLoop } from '../../../jobs/yield-to-event-loop.ts'
import type { Hash } from '../../../model/content-key.ts'
import { canonicalJson } from '../../../model/json.ts'
import type { SessionWithDigest } from '../../../ports/history.ts'
import type { JoinedProject, TeamItem } from '../../../ports/team/team-client-store.ts'
import { cleanDigest } from '../../clean-text.ts'
import { inWork, type TeamClientPorts, type TeamWork } from '../client-ports.ts'
import { isOwnItem } from '../origin.ts'
import { isUuid, mayPut, queuePut, queueRemoval } from '../queue-operation.ts'

/** @param id of a session */
export async function noteDigest(work: TeamWork, id: string): Promise<void> {
  const { tx } = work
  const session = await tx.digests.sessionWithDigest(id)
  const place = session && (await digestPlace(work, session))
  for (const item of await tx.team.itemsOf(id)) {
    if (item.kind !== 'digest') continue
    // With the session itself here, a copy from another machine is superfluous.
    if (session) await tx.team.removeDigest(item.project, id)
    if (item.project !== place?.id) await leave(work, item, session)
  }
  if (session && place) await noteText(work, session, place)
}

/** The shared project to which a session's digest belongs. */
export async function digestPlace(
  { tx, projects }: TeamWork,
  { id, projectId, digest }: SessionWithDigest,
): Promise<JoinedProject | undefined> {
  const place = projects.find(
    ({ localId, state, sharesDigests }) =>
      localId === projectId && state === 'joined' && sharesDigests,
  )
  if (!place || !digest) return undefined
  const newest = await tx.digests.lastDigested(place.localId, digestLimits.newest)
  return newest.includes(id) ? place : undefined
}

/** A session that continues is shared once it has ended. */
export function isOver(session: SessionWithDigest): session is DigestedSession {
  return session.status === 'completed' && session.digest !== undefined
}

/** It no longer belongs to that project, or its session was deleted. */
async function leave(
  work: TeamWork,
  item: TeamItem,
  session: SessionWithDigest | undefined,
): Promise<void> {
  const { tx, projects, person } = work
  const { memoryId, project, type, state, version } = item
  const isThere = type === 'digest' && state === 'synced' && version > 0
  if (!isThere || !isOwnItem(item, person)) return
  if (!projects.some(({ id }) => id === project)) return
  if (session) return queueRemoval(work, item, 'withdraw')
  // The session is on another machine.
  if (await tx.team.digest(project, memoryId)) return
  await queueRemoval(work, item, 'forget')
}

async function noteText(
  work: TeamWork,
  session: SessionWithDigest,
  { id: project }: JoinedProject,
): Promise<void> {
  const { id } = session
  const item = await work.tx.team.item(project, id)
  if (!isOver(session) || !isUuid(id) || (item && !mayPut(item))) return
  const text = toDigestText(session)
  const textHash = text && hashDigest(text, work.hash)
  if (textHash === undefined || (item?.type === 'digest' && item.textHash === textHash)) return
  await queuePut(work, { memoryId: id, kind: 'digest', project }, textHash)
}

const portion = 20

export async function noteDigests(
  { id: project, localId }: Pick<JoinedProject, 'id' | 'localId'>,
  ports: Omit<TeamClientPorts, 'server'>,
): Promise<void> {
  const { team, digests } = ports.store
  const known = await team.itemsIn(project, '', Number.MAX_SAFE_INTEGER)
  const shared = known.filter(({ kind }) => kind === 'digest').map(({ memoryId }) => memoryId)
  const newest = await digests.lastDigested(localId, digestLimits.newest)
  const ids = [...new Set([...shared, ...newest])]
  for (let from = 0; from < ids.length; from += portion) {
    await inWork(ports, async (work) => {
      for (const id of ids.slice(from, from + portion)) await noteDigest(work, id)
    })
    await yieldToEventLoop()
  }
}

// A session's digest as sent, and a hash that shows whether it changed.

export interface DigestedSession extends SessionWithDigest {
  readonly digest: Digest
}

/** Not redacted yet. @returns undefined if nothing in it is for others */
export function toDigestText(session: DigestedSession): DigestText | undefined {
  const { host, branch, turns, startedAt, lastEventAt } = session
  const content = renderDigest(forOthers(session))
  if (content === '') return undefined
  return {
    ...{ content, host, turns, startedAt, endedAt: lastEventAt },
    ...(branch !== undefined && { branch }),
  }
}

export function hashDigest(text: DigestText, hash: Hash): string {
  return hash(canonicalJson(text)).slice(0, 32)
}

/**
 * Leaves out what repeats text from outside the project, what was read and run, files elsewhere on
 * this machine, and a model's summary, which may mention them.
 */
function forOthers({ digest: { summary: _, ...digest }, cwd }: DigestedSession): Digest {
  return {
    ...digest,
    steps: digest.steps.map(({ result, foreign, ...step }) => ({
      ...step,
      ...(result !== undefined && !foreign && { result }),
    })),
    open: digest.open.filter(({ foreign }) => !foreign),
    filesRead: [],
    commands: [],
    filesChanged: digest.filesChanged.flatMap(({ path, ...file }) => {
      const inside = pathInside(path, cwd)
      return inside === undefined ? [] : [{ ...file, path: inside }]
    }),
  }
}

/** @returns undefined if the path leads out of the folder */
function pathInside(path: string, folder: string | undefined): string | undefined {
  const isInside = folder !== undefined && /^[/\\]/.test(path.slice(folder.length))
  const inside = isInside && path.startsWith(folder) ? path.slice(folder.length + 1) : path
  return /^(?:[/\\~…]|[a-z]:|\.\.[/\\])/i.test(inside) ? undefined : inside
}

// Switches the sharing of a project's digests on or off.

/** Switching it off takes back shared digests. @param project the server's id */
export async function switchDigests(
  project: string,
  isOn: boolean,
  ports: Omit<TeamClientPorts, 'server'>,
): Promise<void> {
  const joined = await ports.store.transaction(async ({ team, digests }) => {
    const known = (await team.projects()).find(({ id }) => id === project)
    if (known?.state !== 'joined') return undefined
    await team.putProject({ ...known, sharesDigests: isOn })
    for (const item of isOn ? await team.itemsIn(project, '', Number.MAX_SAFE_INTEGER) : []) {
      // Another machine took it back earlier; now it is wanted again.
      const isKept = item.kind === 'digest' && item.state === 'local-only'
      if (!isKept || item.type !== 'withdrawn') continue
      if (await digests.sessionWithDigest(item.memoryId)) {
        await team.putItem({ ...item, state: 'synced' })
      }
    }
    return known
  })
  if (joined) await noteDigests(joined, ports)
}

// Stores a digest from the server, or its removal. It is its author's data, not context.

export async function applyDigest(
  work: TeamWork,
  state: SharedDigest | SharedRemoval,
  item: TeamItem,
): Promise<void> {
  const { tx, person } = work
  const { id, project, version, author, type } = state
  const session = await tx.digests.sessionWithDigest(id)
  const seen: TeamItem = { ...item, version, type, authorId: author.id }
  if (state.type !== 'digest') {
    await tx.team.removeDigest(project, id)
    const kept = session ? ('local-only' as const) : item.state
    return tx.team.putItem({ ...seen, textHash: '', state: kept })
  }
  if (session) return takeOwn(work, session, seen)
  const isDeleted = item.type === 'forgotten' && isOwnItem(item, person)
  if (isDeleted) {
    await tx.team.putItem(seen)
    return tx.team.addOperation({ memoryId: id, kind: 'digest', project, type: 'forget' })
  }
  const text = clean(state.text, work)
  if (text) await tx.team.putDigest({ project, id, author, text })
  await tx.team.putItem({ ...seen, textHash: '', state: text ? 'synced' : 'hidden' })
}

/** Continues from the server's version of the user's own session; changes only what differs. */
async function takeOwn(work: TeamWork, session: SessionWithDigest, item: TeamItem): Promise<void> {
  const { tx, hash } = work
  const isUnsent = (await tx.team.operationsOf(item.memoryId)).length > 0
  const text = isOver(session) ? toDigestText(session) : undefined
  const own = text && !isUnsent ? hashDigest(text, hash) : ''
  await tx.team.putItem({ ...item, textHash: item.textHash || own, state: 'synced' })
  await noteDigest(work, item.memoryId)
}

/** @returns undefined if nothing in it would be stored */
function clean(text: DigestText, { redactor }: TeamWork): DigestText | undefined {
  try {
    return cleanDigest(text, redactor)
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'invalid-input') return undefined
    throw error
  }
}
