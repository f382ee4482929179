/** Keeps what a person dropped from being learned again, in any wording or session. */
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

/** Hashes can be compared like words, but do not reveal them. */
function hashWords(content: string, hash: Hash): NormalisedStatement {
  const { words, anchors, limits } = normaliseStatement(content)
  const hashed = (texts: readonly string[]) => texts.map((text) => hash(text).slice(0, hexDigits))
  return { words: hashed(words), anchors: hashed(anchors), limits }
}

const keyCharacters = 12

/**
 * The key under which a decision on a review item is remembered. It includes the versions, so the
 * item returns when one of its memories changes; for a faded memory also its last use, so it returns
 * when the memory fades again.
 */
export function reviewKey(
  kind: ReviewKind,
  memories: readonly Pick<MemoryFacts, 'id' | 'version' | 'lastUsedAt'>[],
  hash: Hash,
): string {
  const versions = memories
    .map(({ id, version, lastUsedAt = '' }) =>
      kind === 'faded' ? `${id} ${version} ${lastUsedAt}` : `${id} ${version}`,
    )
    .sort()
  return hash([kind, ...versions].join('\n')).slice(0, keyCharacters)
}
