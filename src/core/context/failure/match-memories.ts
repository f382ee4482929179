/** Ranks memories by how well they match a text, as recall does; ties in the order of their ids. */
import type { ScopeAddress } from '../../model/memory.ts'
import type { SearchFilter, SearchIndex } from '../../ports/search-index.ts'
import { gatherPool } from '../../recall/gather-pool.ts'
import { parseQuery, planQuery, termsToWeigh } from '../../recall/plan-query.ts'
import { type RankedDocument, rankPool } from '../../recall/ranking/rank.ts'
import { defaultWeights, type RankingWeights } from '../../recall/ranking/weights.ts'

/** Smaller than recall's: an agent is waiting, and only the rarest words count. */
const weights: RankingWeights = {
  ...defaultWeights,
  lookupPostings: 4_000,
  pool: 80,
  relatedPool: 20,
}

/** In a small store, a question asked twice would make its words look common. */
const leastDocuments = 200

export async function matchMemories(
  text: string,
  addresses: readonly ScopeAddress[],
  now: Date,
  index: SearchIndex,
): Promise<RankedDocument[]> {
  const query = parseQuery(text, now)
  if (query.terms.length === 0) return []
  const { total, byTerm } = await index.frequencies(termsToWeigh(query))
  const frequencies = { total: Math.max(total, leastDocuments), byTerm }
  const plan = planQuery(query, frequencies, weights)
  const filter: SearchFilter = {
    types: ['memory'],
    scopes: addresses,
    validNow: now.toISOString(),
    withoutCandidates: true,
  }
  const pool = await gatherPool(plan, filter, index, weights)
  return rankPool(plan, pool, weights).sort(
    (a, b) => b.match - a.match || (a.document.id < b.document.id ? -1 : 1),
  )
}
