/** Fixes an operation's content before it is first sent, so that every attempt is the same. */
import type { SyncOperation } from '../../../contract/team/sync.ts'
import { isValid, type Memory } from '../../model/memory.ts'
import type {
  JoinedProject,
  QueuedOperation,
  TeamItem,
} from '../../ports/team/team-client-store.ts'
import { cleanDigest } from '../clean-text.ts'
import type { TeamWork } from './client-ports.ts'
import {
  type DigestedSession,
  digestPlace,
  hashDigest,
  isOver,
  noteDigest,
  toDigestText,
} from './digests/note-digest.ts'
import { joinedPlace, noteMemory } from './note-memory.ts'
import { hashText, toSharedText } from './shared-text.ts'

/** @returns undefined if there is nothing left to send; the operation is then removed */
export async function freezeOperation(
  work: TeamWork,
  queued: QueuedOperation,
): Promise<SyncOperation | undefined> {
  if (queued.payload) return queued.payload
  const planned = await planOperation(work, queued)
  const { position } = queued
  if (!planned) await work.tx.team.removeOperation(position)
  else await work.tx.team.freezeOperation(position, planned.operation, planned.textHash)
  return planned?.operation
}

interface Planned {
  readonly operation: SyncOperation
  readonly textHash: string
}

async function planOperation(
  work: TeamWork,
  queued: QueuedOperation,
): Promise<Planned | undefined> {
  const { tx, ids, projects } = work
  const { memoryId: id, kind, project, type, wasSent } = queued
  const place = projects.find((each) => each.id === project)
  if (!place) return undefined
  const item = await tx.team.item(project, id)
  const origin = item?.origin
  const of = kind === 'digest' && { of: kind }
  const removing = (removal: RemovalType): Planned => ({
    operation: { type: removal, key: ids.next(), id, project, ...of, ...(origin && { origin }) },
    textHash: '',
  })
  if (kind === 'digest') {
    const plan = await planDigest(work, queued, place, item)
    return plan?.removal ? removing(plan.removal) : plan?.put
  }
  const memory = await tx.memories.find(id)
  const isHere = memory !== undefined && joinedPlace(memory, projects)?.id === project
  if (type === 'put') {
    if (isHere && isOwn(memory)) return planPut(work, memory, place)
    // The server may have it, even if nobody was told.
    if (wasSent) return removing(memory ? 'withdraw' : 'forget')
    // What was sent earlier may have arrived too.
    await noteMemory(work, id)
    return undefined
  }
  // For the team, what is kept only here is still gone.
  const isBack = isHere && isOwn(memory) && !wasSent && item?.state !== 'local-only'
  return isBack ? undefined : removing(type)
}

const isOwn = ({ standing, author }: Memory) => standing === 'memory' && !author

async function planPut(
  { tx, ids, redactor, hash }: TeamWork,
  memory: Memory,
  { id: project }: JoinedProject,
): Promise<Planned | undefined> {
  const { id } = memory
  const item = await tx.team.item(project, id)
  const textHash = hashText(memory, hash)
  const isThere = item?.type === 'memory' && item.version > 0
  if (isThere ? item.textHash === textHash : !isValid(memory)) return undefined
  const base = item?.version ?? 0
  const text = toSharedText(memory, redactor)
  const put = { type: 'put', key: ids.next(), id, project, base } as const
  const origin = item?.origin && { origin: item.origin }
  return { operation: { ...put, ...origin, text }, textHash }
}

// Decides what to send about a session's digest; read when it is sent.

type RemovalType = 'forget' | 'withdraw'

interface DigestPlan {
  readonly put?: { readonly operation: SyncOperation; readonly textHash: string }
  readonly removal?: RemovalType
}

/** @returns undefined if there is nothing left to send */
async function planDigest(
  work: TeamWork,
  { memoryId: id, type, wasSent }: QueuedOperation,
  place: JoinedProject,
  item: TeamItem | undefined,
): Promise<DigestPlan | undefined> {
  const session = await work.tx.digests.sessionWithDigest(id)
  const isShared = session !== undefined && (await digestPlace(work, session))?.id === place.id
  const isReady = isShared && isOver(session)
  if (type === 'put') {
    if (isReady) return planDigestPut(work, session, place, item)
    // The server may have it, even if nobody was told.
    if (wasSent) return { removal: session ? 'withdraw' : 'forget' }
    await noteDigest(work, id)
    return undefined
  }
  const isBack = isReady && !wasSent && item?.state !== 'local-only'
  return isBack ? undefined : { removal: type }
}

/** Redacted again, because rules may have been added since it was stored. */
function planDigestPut(
  { ids, redactor, hash }: TeamWork,
  session: DigestedSession,
  { id: project }: JoinedProject,
  item: TeamItem | undefined,
): DigestPlan | undefined {
  const text = toDigestText(session)
  if (!text) return undefined
  const textHash = hashDigest(text, hash)
  const isThere = item?.type === 'digest' && item.version > 0
  if (isThere && item.textHash === textHash) return undefined
  const put = { type: 'put-digest', key: ids.next(), id: session.id, project } as const
  const origin = item?.origin && { origin: item.origin }
  const clean = cleanDigest(text, redactor.forEvent())
  return {
    put: { operation: { ...put, base: item?.version ?? 0, ...origin, text: clean }, textHash },
  }
}
