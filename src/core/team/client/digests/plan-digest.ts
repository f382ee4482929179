/** What is sent about the digest of a session, read when it is sent. */
import type { SyncOperation } from '../../../../contract/team/sync.ts'
import type {
  JoinedProject,
  QueuedOperation,
  TeamItem,
} from '../../../ports/team/team-client-store.ts'
import { cleanDigest } from '../../clean-digest.ts'
import type { TeamWork } from '../client-ports.ts'
import { digestPlace, isOver, noteDigest } from './note-digest.ts'
import { type DigestedSession, hashDigest, toDigestText } from './to-digest-text.ts'

export type RemovalType = 'forget' | 'withdraw'

interface DigestPlan {
  readonly put?: { readonly operation: SyncOperation; readonly textHash: string }
  readonly removal?: RemovalType
}

/** @returns undefined if there is nothing left to say */
export async function planDigest(
  work: TeamWork,
  { memoryId: id, type, wasSent }: QueuedOperation,
  place: JoinedProject,
  item: TeamItem | undefined,
): Promise<DigestPlan | undefined> {
  const session = await work.tx.digests.sessionWithDigest(id)
  const isShared = session !== undefined && (await digestPlace(work, session))?.id === place.id
  const isReady = isShared && isOver(session)
  if (type === 'put') {
    if (isReady) return planPut(work, session, place, item)
    // It may be there by now, though nobody was told.
    if (wasSent) return { removal: session ? 'withdraw' : 'forget' }
    await noteDigest(work, id)
    return undefined
  }
  const isBack = isReady && !wasSent && item?.state !== 'local-only'
  return isBack ? undefined : { removal: type }
}

/** Redacted again: rules may have been added since it was stored. */
function planPut(
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
