/**
 * Scores how well each document of a pool matches a question: BM25F over its columns, with the turns
 * around a turn as further, weaker columns. Their words are spread at query time, so a new turn
 * changes no other document.
 */
import type { IndexedDocument } from '../../ports/search-index.ts'
import { type DecodedTerms, decodeTerms, occurrences } from '../../text/indexed-terms.ts'
import type { PlannedQuery, QueryTerm } from '../plan-query.ts'
import { type PoolDocument, spreadToNeighbours } from './spread.ts'
import type { RankingWeights } from './weights.ts'

export interface RankedDocument {
  readonly document: IndexedDocument
  /** The share of the question it answers, 0 to about 1. */
  readonly match: number
  /** The share of the question's weight whose terms it contains itself, however often. */
  readonly coverage: number
  /** The question's terms in the document itself, and those only in its neighbours. */
  readonly own: readonly string[]
  readonly nearby: readonly string[]
  readonly boosts: readonly Boost[]
}

export type Boost = 'named' | 'dated' | 'tells-time' | 'only-asks'

export function rankPool(
  query: PlannedQuery,
  documents: readonly IndexedDocument[],
  weights: RankingWeights,
): RankedDocument[] {
  const pool = documents.map((document) => ({ document, decoded: decodeTerms(document.terms) }))
  const names = findNames(query.weighted, pool)
  const terms = query.weighted.filter(({ term }) => !names.has(term))
  const own = countTerms(terms, pool, weights)
  const spread = spreadToNeighbours(own, pool, terms.length, weights)
  const mass =
    query.mass -
    query.weighted.reduce((sum, { term, weight }) => sum + (names.has(term) ? weight : 0), 0)
  const ranked = pool.map(({ document, decoded }, at) => {
    const offset = at * terms.length
    const share = terms.reduce((sum, { weight }, index) => {
      const amount = spread[offset + index] ?? 0
      return sum + (weight * amount) / (amount + weights.saturation)
    }, 0)
    const covered = terms.reduce(
      (sum, { weight }, index) => sum + weight * Math.min(1, own[offset + index] ?? 0),
      0,
    )
    const boosts = findBoosts(query, document, decoded, names)
    const held = (amounts: Float64Array) =>
      terms.filter((_, index) => (amounts[offset + index] ?? 0) > 0).map(({ term }) => term)
    const ownTerms = held(own)
    return {
      document,
      match: (share / (mass + weights.unknownMass)) * boostFactor(boosts, weights),
      coverage: mass > 0 ? covered / mass : 0,
      own: ownTerms,
      nearby: held(spread).filter((term) => !ownTerms.includes(term)),
      boosts,
    }
  })
  return ranked.filter(({ match }) => match > 0).sort(byMatch)
}

const byMatch = (a: RankedDocument, b: RankedDocument) =>
  b.match - a.match || a.document.order - b.document.order

/** Terms that name a speaker say who, not what. */
function findNames(terms: readonly QueryTerm[], pool: readonly PoolDocument[]): Set<string> {
  const lines = new Set(pool.map(({ decoded }) => decoded.columns[0]?.line ?? ''))
  const isName = (term: string) => [...lines].some((line) => occurrences(line, term) > 0)
  return new Set(terms.map(({ term }) => term).filter(isName))
}

/** One row per document, one cell per term: occurrences weighted by column and length. */
function countTerms(
  terms: readonly QueryTerm[],
  pool: readonly PoolDocument[],
  weights: RankingWeights,
): Float64Array {
  const typical = typicalLengths(pool)
  const amounts = new Float64Array(pool.length * terms.length)
  for (const [at, { decoded }] of pool.entries()) {
    for (const [column, { length, line }] of decoded.columns.entries()) {
      const columnWeight = weights.columns[column] ?? 0
      if (length === 0 || columnWeight === 0) continue
      const norm = 1 - weights.lengthNorm + (weights.lengthNorm * length) / (typical[column] ?? 1)
      for (const [index, term] of terms.entries()) {
        const count = countWithRelated(line, term, weights.related)
        if (count > 0)
          amounts[at * terms.length + index] =
            (amounts[at * terms.length + index] ?? 0) + (columnWeight * count) / norm
      }
    }
  }
  return amounts
}

function countWithRelated(line: string, query: QueryTerm, share: number): number {
  const { term, related, isPrefix } = query
  if (isPrefix && line.includes(` ${term}`)) return 1
  const found = related.reduce((sum, other) => sum + occurrences(line, other), 0)
  return occurrences(line, term) + share * found
}

/** Taken from the pool, not the store: no statistics to keep, and only the pool is compared. */
function typicalLengths(pool: readonly PoolDocument[]): number[] {
  return [0, 1, 2, 3, 4].map((column) => {
    const lengths = pool
      .map(({ decoded }) => decoded.columns[column]?.length ?? 0)
      .filter((length) => length > 0)
    return lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1) || 1
  })
}

function findBoosts(
  query: PlannedQuery,
  { at }: IndexedDocument,
  decoded: DecodedTerms,
  names: ReadonlySet<string>,
): Boost[] {
  const who = decoded.columns[0]?.line ?? ''
  const boosts: Boost[] = []
  if ([...names].some((name) => occurrences(who, name) > 0)) boosts.push('named')
  if (query.dates.some(({ from, to }) => at >= from && at < to)) boosts.push('dated')
  if (query.asksWhen && decoded.tellsTime) boosts.push('tells-time')
  if (decoded.asks) boosts.push('only-asks')
  return boosts
}

function boostFactor(boosts: readonly Boost[], weights: RankingWeights): number {
  const factors: Record<Boost, number> = {
    named: 1 + weights.named,
    dated: 1 + weights.dated,
    'tells-time': 1 + weights.tellsTime,
    'only-asks': 1 - weights.onlyAsks,
  }
  return boosts.reduce((product, boost) => product * factors[boost], 1)
}
