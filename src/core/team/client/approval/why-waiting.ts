/** Why a teammate's memory waits in review, in words. */
import type { Memory } from '../../../model/memory.ts'
import type { TeamClientReader } from '../../../ports/team/team-client-store.ts'
import type { WaitReason } from '../../../review/review-item.ts'
import { describeSuspicion } from '../../suspicion.ts'
import { approvalOf } from './approval.ts'
import { isFlood } from './whose-word.ts'

export type WaitingReader = Pick<TeamClientReader, 'person' | 'connection' | 'itemsOf'>

/** What weighs most. */
export async function whyWaiting(
  { id, content, author }: Pick<Memory, 'id' | 'content' | 'author'>,
  team: WaitingReader | undefined,
): Promise<WaitReason | undefined> {
  if (!author || !team) return undefined
  const suspicion = describeSuspicion(content)
  if (suspicion !== undefined) return { reason: suspicion, isSuspicious: true }
  const flood = (await team.itemsOf(id)).find(isFlood)
  if (flood) return { reason: `${flood.hourCount} in an hour`, isSuspicious: true }
  const person = (await team.person(author.id)) ?? { id: author.id, approvedAt: undefined }
  const approval = approvalOf(person, (await team.connection())?.policy)
  return { reason: reasons[approval], isSuspicious: false }
}

const reasons = {
  you: 'not confirmed yet',
  policy: 'not confirmed yet',
  newcomer: 'new in the team',
  revoked: 'you revoked the approval',
  none: 'not approved yet',
} as const
