/** The documents worth ranking: what matches, what matches in other words, and what stands beside. */
import type { IndexedDocument, SearchFilter, SearchIndex } from '../ports/search-index.ts'
import type { PlannedQuery } from './plan-query.ts'
import type { RankingWeights } from './ranking/weights.ts'

export async function gatherPool(
  query: PlannedQuery,
  filter: SearchFilter,
  index: SearchIndex,
  weights: RankingWeights,
): Promise<IndexedDocument[]> {
  const matching = await findMatching(query, filter, index, weights.pool)
  const related = await index.candidates(query.relatedLookup, filter, weights.relatedPool)
  const places = matching.slice(0, weights.neighboursOf).flatMap(placeOf)
  const beside =
    places.length > 0 ? await index.neighbours(places, weights.neighbourReach, filter) : []
  return distinct([...matching, ...related, ...beside])
}

/** So few that the filter, not the question, must have left the rest out. */
const tooFew = 10

/** Frequent terms are looked for only where the rare ones, within the filter, find next to nothing. */
async function findMatching(
  query: PlannedQuery,
  filter: SearchFilter,
  index: SearchIndex,
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
