/** Fuses hits by meaning with hits by words, by rank: their scores are not comparable. */
import type { NearResult } from '../embedding/find-near.ts'
import type { SearchReader } from '../ports/search-index.ts'
import { type FoundDocument, foundByMeaning } from './found.ts'
import { fuseRankings } from './ranking/fuse.ts'

/** Cosine of unit vectors below which two texts merely share a language; models differ. */
const leastSimilarity = 0.5

export async function fuseNear(
  found: readonly FoundDocument[],
  near: NearResult,
  search: SearchReader,
): Promise<FoundDocument[]> {
  if (near.kind !== 'found') return [...found]
  const close = near.documents.filter(({ similarity }) => similarity >= leastSimilarity)
  const documents = await search.find(close)
  const byKey = new Map(documents.map((document) => [keyOf(document), document]))
  const others = close.flatMap((each) => {
    const document = byKey.get(keyOf(each))
    return document ? [foundByMeaning(document, each.similarity)] : []
  })
  const similarityOf = new Map(close.map((each) => [keyOf(each), each.similarity]))
  return fuseRankings([found, others], keyOf).map((hit) => ({
    ...hit,
    explanation: { ...hit.explanation, similarity: similarityOf.get(keyOf(hit)) },
  }))
}

const keyOf = ({ type, id }: { type: string; id: string }) => `${type} ${id}`
