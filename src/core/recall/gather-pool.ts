/** Finds the documents worth ranking: matches by word, related word and meaning, and their neighbours. */
import type { NearResult } from '../embedding/find-near.ts'
import type { IndexedDocument, SearchFilter, SearchReader } from '../ports/search-index.ts'
import { type FoundDocument, foundByMeaning } from './found.ts'
import type { PlannedQuery } from './plan-query.ts'
import type { RankingWeights } from './ranking/weights.ts'

export async function gatherPool(
  query: PlannedQuery,
  filter: SearchFilter,
  index: SearchReader,
  weights: RankingWeights,
): Promise<IndexedDocument[]> {
  const matching = await findMatching(query, filter, index, weights.pool)
  const related = await index.candidates(query.relatedLookup, filter, weights.relatedPool)
  const places = matching.slice(0, weights.neighboursOf).flatMap(placeOf)
  const beside =
    places.length > 0 ? await index.neighbours(places, weights.neighbourReach, filter) : []
  return distinct([...matching, ...related, ...beside])
}

/** With so few matches, the filter must have removed others. */
const tooFew = 10

/** Searches for frequent terms only if the rare ones find next to nothing within the filter. */
async function findMatching(
  query: PlannedQuery,
  filter: SearchFilter,
  index: SearchReader,
  limit: number,
): Promise<IndexedDocument[]> {
  const found = await index.candidates(query.lookup, filter, limit)
  if (found.length >= tooFew || query.widerLookup.length === query.lookup.length) return found
  return distinct([...found, ...(await index.candidates(query.widerLookup, filter, limit))])
}

function placeOf({ type, sessionId, position }: IndexedDocument) {
  return type === 'turn' && sessionId !== undefined && position !== undefined
    ? [{ sessionId, position }]
    : []
}

function distinct(documents: readonly IndexedDocument[]): IndexedDocument[] {
  return [...new Map(documents.map((document) => [document.order, document])).values()]
}

/** Below this cosine two texts merely share a language; models differ. */
const leastSimilarity = 0.5

/** Fuses hits by meaning with hits by words, by rank: their scores are not comparable. */
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

const smoothing = 60

/**
 * Reciprocal-rank fusion, for retrievers whose scores cannot be compared: words, literal text,
 * vectors. Anything else is scored together: fusing body and context by rank costs 7 points of
 * LoCoMo's hit@5.
 * @returns the distinct items, best first; ties keep the order of the first list they are in
 */
export function fuseRankings<T>(
  rankings: readonly (readonly T[])[],
  keyOf: (item: T) => unknown,
): T[] {
  const fused = new Map<unknown, { item: T; score: number }>()
  for (const ranking of rankings) {
    for (const [rank, item] of ranking.entries()) {
      const key = keyOf(item)
      const known = fused.get(key) ?? { item, score: 0 }
      known.score += 1 / (smoothing + rank)
      fused.set(key, known)
    }
  }
  return [...fused.values()].sort((a, b) => b.score - a.score).map(({ item }) => item)
}
