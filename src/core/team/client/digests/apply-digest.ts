/** Brings a digest of the server, or its removal, into the store. It is data of its author, not context. */
import { ThroughlineError } from '../../../../contract/errors.ts'
import type { DigestText } from '../../../../contract/team/digest-text.ts'
import type { SharedDigest, SharedRemoval } from '../../../../contract/team/sync.ts'
import type { SessionWithDigest } from '../../../ports/history.ts'
import type { TeamItem } from '../../../ports/team/team-client-store.ts'
import { cleanDigest } from '../../clean-digest.ts'
import type { TeamWork } from '../client-ports.ts'
import { isOwnItem } from '../origin.ts'
import { isOver, noteDigest } from './note-digest.ts'
import { hashDigest, toDigestText } from './to-digest-text.ts'

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

/** What the user's own session says here goes on from what the server has, changed only if it changes. */
async function takeOwn(work: TeamWork, session: SessionWithDigest, item: TeamItem): Promise<void> {
  const { tx, hash } = work
  const isUnsent = (await tx.team.operationsOf(item.memoryId)).length > 0
  const text = isOver(session) ? toDigestText(session) : undefined
  const own = text && !isUnsent ? hashDigest(text, hash) : ''
  await tx.team.putItem({ ...item, textHash: item.textHash || own, state: 'synced' })
  await noteDigest(work, item.memoryId)
}

/** @returns undefined if it says nothing that we would store */
function clean(text: DigestText, { redactor }: TeamWork): DigestText | undefined {
  try {
    return cleanDigest(text, redactor)
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'invalid-input') return undefined
    throw error
  }
}
