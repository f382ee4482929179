/** An item to review: one memory or two, or a proposal, and the reason. */
import type { ReviewDecisionName, ReviewKind } from '../../contract/vocabulary.ts'
import type { Proposal } from '../model/proposal.ts'
import type { MemoryFacts } from '../ports/review-store.ts'

export interface ReviewItem {
  readonly key: string
  readonly kind: ReviewKind
  /** If there are two, the one worth keeping comes first. */
  readonly memories: readonly MemoryFacts[]
  /** If it is about a memory, `memories` contains that one. */
  readonly proposal?: Proposal | undefined
  readonly why: string
  readonly suggestion: ReviewDecisionName
}

/**
 * What local rules overheard or found in commits asks nothing of the user: it is listed only with the
 * other candidates, on request.
 */
export function isHint({ kind, memories: [memory] }: ReviewFinding): boolean {
  if (kind !== 'candidate' || !memory) return false
  const { source, trust } = memory
  return source === 'commit' || (source === 'heuristic' && trust !== 'repository')
}

export interface WaitReason {
  readonly reason: string
  readonly isSuspicious: boolean
}

export type ReviewFinding = Omit<ReviewItem, 'key'>

export function changedAt({ memories }: ReviewFinding): string {
  return memories.map(({ updatedAt }) => updatedAt).reduce((a, b) => (a > b ? a : b), '')
}
