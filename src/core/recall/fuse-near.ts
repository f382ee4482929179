/** Fuses hits by meaning with hits by words, by rank: their scores are not comparable. */
import type { NearResult } from '../embedding/find-near.ts'
import type { SearchIndex } from '../ports/search-index.ts'
import { foundByMeaning } from './found.ts'
import { fuseRankings } from './ranking/fuse.ts'
import type { RecallHit } from './recall.ts'
import { findSnippet } from './snippet.ts'

/** Cosine of unit vectors below which two texts merely share a language; models differ. */
const leastSimilarity = 0.5

export async function fuseNear(
  hits: readonly RecallHit[],
  near: NearResult,
  search: SearchIndex,
): Promise<RecallHit[]> {
  if (near.kind !== 'found') return [...hits]
  const close = near.documents.filter(({ similarity }) => similarity >= leastSimilarity)
  const documents = await search.find(close)
  const texts = await search.texts(documents)
  const byKey = new Map(documents.map((document, at) => [keyOf(document), { document, at }]))
  const others = close.flatMap((each): RecallHit[] => {
    const found = byKey.get(keyOf(each))
    if (!found) return []
    const snippet = findSnippet(texts[found.at] ?? '', [])
    return [{ ...foundByMeaning(found.document, each.similarity), snippet }]
  })
  const similarityOf = new Map(close.map((each) => [keyOf(each), each.similarity]))
  return fuseRankings([hits, others], keyOf).map((hit) => ({
    ...hit,
    explanation: { ...hit.explanation, similarity: similarityOf.get(keyOf(hit)) },
  }))
}

const keyOf = ({ type, id }: { type: string; id: string }) => `${type} ${id}`
