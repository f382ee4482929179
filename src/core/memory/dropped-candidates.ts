/** What a person dropped is not learned again, in whichever words and session it is heard. */

import type { ReviewKind } from '../../contract/vocabulary.ts'
import type { Hash } from '../model/content-key.ts'
import type { Memory } from '../model/memory.ts'
import type { ExtractionStore } from '../ports/extraction-store.ts'
import type { MemoryFacts } from '../ports/review-store.ts'
import { type StatedMemory, statedIn } from './conflict.ts'
import { type NormalisedStatement, normaliseStatement } from './normalise-statement.ts'
import { saysSame } from './sameness.ts'

export async function rememberDropped(
  extractions: Pick<ExtractionStore, 'addDropped'>,
  dropped: Pick<Memory, 'id'> & StatedMemory,
  hash: Hash,
): Promise<void> {
  await extractions.addDropped(dropped.id, hashWords(statedIn(dropped), hash))
}

export async function wasDropped(
  extractions: Pick<ExtractionStore, 'dropped'>,
  heard: StatedMemory,
  hash: Hash,
): Promise<boolean> {
  const dropped = await extractions.dropped()
  if (dropped.length === 0) return false
  const statement = hashWords(statedIn(heard), hash)
  return dropped.some((each) => saysSame(each, statement))
}

const hexDigits = 12

/** Compares as the words do, without keeping them. */
function hashWords(content: string, hash: Hash): NormalisedStatement {
  const { words, anchors, limits } = normaliseStatement(content)
  const hashed = (texts: readonly string[]) => texts.map((text) => hash(text).slice(0, hexDigits))
  return { words: hashed(words), anchors: hashed(anchors), limits }
}

// The key of a review item: what a decision is remembered by.

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
