/** The key of a review item: what a decision is remembered by. */
import type { ReviewKind } from '../../contract/vocabulary.ts'
import type { Hash } from '../model/content-key.ts'
import type { MemoryFacts } from '../ports/review-store.ts'

const keyCharacters = 12

/**
 * The key covers the versions, so the item returns when one of its memories changes; that of a faded
 * memory also covers its last use, so it returns when the memory fades again.
 */
export function reviewKey(kind: ReviewKind, memories: readonly MemoryFacts[], hash: Hash): string {
  const versions = memories
    .map(({ id, version, lastUsedAt = '' }) =>
      kind === 'faded' ? `${id} ${version} ${lastUsedAt}` : `${id} ${version}`,
    )
    .sort()
  return hash([kind, ...versions].join('\n')).slice(0, keyCharacters)
}
