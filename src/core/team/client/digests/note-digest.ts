/** Decides what the server must be told about the digest of a session of this machine. */
import { digestLimits } from '../../../../contract/team/digest-text.ts'
import { yieldToEventLoop } from '../../../jobs/yield-to-event-loop.ts'
import type { SessionWithDigest } from '../../../ports/history.ts'
import type { JoinedProject, TeamItem } from '../../../ports/team/team-client-store.ts'
import { inWork, type TeamClientPorts, type TeamWork } from '../client-ports.ts'
import { isOwnItem } from '../origin.ts'
import { isUuid, mayPut, queuePut, queueRemoval } from '../queue-operation.ts'
import { type DigestedSession, hashDigest, toDigestText } from './to-digest-text.ts'

/** @param id of a session */
export async function noteDigest(work: TeamWork, id: string): Promise<void> {
  const { tx } = work
  const session = await tx.digests.sessionWithDigest(id)
  const place = session && (await digestPlace(work, session))
  for (const item of await tx.team.itemsOf(id)) {
    if (item.kind !== 'digest') continue
    // A copy from another machine is not needed beside the session itself.
    if (session) await tx.team.removeDigest(item.project, id)
    if (item.project !== place?.id) await leave(work, item, session)
  }
  if (session && place) await noteText(work, session, place)
}

/** The shared project where the digest of a session belongs. */
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

/** A session that goes on is shared when it has ended. */
export function isOver(session: SessionWithDigest): session is DigestedSession {
  return session.status === 'completed' && session.digest !== undefined
}

/** It is not for that project any more, or its session was deleted. */
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
  // Of a session that is on another machine.
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

/** Notes every digest that is shared, or should be. */
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
