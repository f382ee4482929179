/** One thing to look at: a memory, or two, and why. */
import type { ReviewDecisionName, ReviewKind } from '../../contract/vocabulary.ts'
import type { Hash } from '../model/content-key.ts'
import type { Memory } from '../model/memory.ts'

export interface ReviewItem {
  readonly key: string
  readonly kind: ReviewKind
  /** Of two the one that had better stay comes first. */
  readonly memories: readonly Memory[]
  readonly why: string
  readonly suggestion: ReviewDecisionName
}

export type ReviewFinding = Omit<ReviewItem, 'key'>

const keyCharacters = 12

/** Other versions make another item of it: what was changed may be asked again. */
export function toItem(finding: ReviewFinding, hash: Hash): ReviewItem {
  const versions = finding.memories.map(({ id, version }) => `${id} ${version}`).sort()
  const key = hash([finding.kind, ...versions].join('\n')).slice(0, keyCharacters)
  return { ...finding, key }
}

export function changedAt({ memories }: ReviewFinding): string {
  return memories.map(({ updatedAt }) => updatedAt).reduce((a, b) => (a > b ? a : b), '')
}
