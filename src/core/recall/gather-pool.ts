/** Finds the documents worth ranking: matches by word, related word and meaning, and their neighbours. */
import type { DocumentKey } from '../model/search-document.ts'
import type { IndexedDocument, SearchFilter, SearchReader } from '../ports/search-index.ts'
import type { PlannedQuery } from './plan-query.ts'
import type { RankingWeights } from './ranking/weights.ts'

/** @param near what an embedder found for the same question */
export async function gatherPool(
  query: PlannedQuery,
  filter: SearchFilter,
  index: SearchReader,
  weights: RankingWeights,
  near: readonly DocumentKey[] = [],
): Promise<IndexedDocument[]> {
  const [matching, related] = await Promise.all([
    findMatching(query, filter, index, weights.pool),
    index.candidates(query.relatedLookup, filter, weights.relatedPool),
  ])
  const nearest = near.length > 0 ? await index.find(near) : []
  const places = [...matching.slice(0, weights.neighboursOf), ...nearest].flatMap(placeOf)
  const beside =
    places.length > 0 ? await index.neighbours(places, weights.neighbourReach, filter) : []
  return distinct([...matching, ...related, ...nearest, ...beside])
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
