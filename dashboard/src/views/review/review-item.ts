import type { ReviewDecisionName } from '../../../../src/contract/vocabulary.ts'
import type { OutputOf } from '../../api/call.ts'

export type Review = OutputOf<'listReview'>
export type ReviewItem = Review['items'][number]

export function isOffered(
  { kind, memories, proposal }: ReviewItem,
  decision: ReviewDecisionName,
): boolean {
  if (kind === 'contradiction') return decision === 'keep' || decision === 'drop'
  if (decision === 'drop') return true
  if (proposal) return decision === 'accept'
  return decision === 'keep' || (decision === 'merge' && memories.length > 1)
}

/** Whether it can be accepted or kept in other words. */
export function canReword({ kind, proposal }: ReviewItem): boolean {
  return kind === 'candidate' || proposal?.canReword === true
}

/** The text that accepting a proposal leaves; of another item, what its first memory says. */
export function textOf({ memories, proposal }: ReviewItem): string {
  const change = proposal?.changes.find(({ field }) => field === 'content')
  return change?.to ?? memories[0]?.content ?? ''
}
