/**
 * Scores how well each document of a pool matches a question: BM25F over its columns, with the turns
 * around a turn as further, weaker columns. Neighbours' words are added at query time, so a new turn
 * changes no other document.
 */
import type { IndexedDocument } from '../../ports/search-index.ts'
import { type DecodedTerms, decodeTerms, occurrences } from '../../text/indexed-terms.ts'
import type { PlannedQuery, QueryTerm } from '../plan-query.ts'
import type { Meaning } from './meaning.ts'
import type { RankingWeights } from './weights.ts'

export interface RankedDocument {
  readonly document: IndexedDocument
  /** The share of the question it answers, 0 to about 1. */
  readonly match: number
  /** Its evidence, by words or meaning, as a part of what is enough: from 1 on it is worth showing. */
  readonly relevance: number
  /** The question's terms in the document itself, and those only in its neighbours. */
  readonly own: readonly string[]
  readonly nearby: readonly string[]
  readonly boosts: readonly Boost[]
  /** Undefined without an embedder, or until the document has a vector. */
  readonly meaning: Meaning | undefined
}

export type Boost = 'named' | 'dated' | 'tells-time' | 'only-asks'

export function rankPool(
  query: PlannedQuery,
  documents: readonly IndexedDocument[],
  weights: RankingWeights,
  meaning: ReadonlyMap<IndexedDocument, Meaning> = new Map(),
): RankedDocument[] {
  const pool = documents.map((document) => ({ document, decoded: decodeTerms(document.terms) }))
  const names = findNames(query.weighted, pool)
  const terms = query.weighted.filter(({ term }) => !names.has(term))
  const own = countTerms(terms, pool, weights)
  const spread = spreadToNeighbours(own, pool, terms.length, weights)
  const named = query.weighted.reduce(
    (sum, { term, weight }) => sum + (names.has(term) ? weight : 0),
    0,
  )
  const mass = query.mass - named
  const enough = enoughEvidence(query.evidence - query.rarest * named, weights)
  const wordsOfTerms = terms.map(({ term }) => term.split(' '))
  const typicalLength = meanOfPositive(pool.map(({ decoded }) => lengthOf(decoded)))
  const ranked = pool.map(({ document, decoded }, at) => {
    const offset = at * terms.length
    const share = terms.reduce((sum, { weight }, index) => {
      const amount = spread[offset + index] ?? 0
      return sum + (weight * amount) / (amount + weights.saturation)
    }, 0)
    // A long text has many words by chance.
    const byChance = Math.max(0, Math.log(lengthOf(decoded) / typicalLength))
    const evidence = terms.reduce((sum, { weight }, index) => {
      const rarity = Math.max(0, query.rarest * weight - byChance)
      return sum + rarity * Math.min(1, spread[offset + index] ?? 0)
    }, 0)
    const boosts = findBoosts(query, document, decoded, names)
    const held = (amounts: Float64Array) =>
      wordsOfTerms.filter((_, index) => (amounts[offset + index] ?? 0) > 0).flat()
    const ownTerms = held(own)
    return {
      document,
      meaning: meaning.get(document),
      match: (share / (mass + weights.unknownMass)) * boostFactor(boosts, weights),
      relevance: Math.max(
        enough > 0 ? evidence / enough : 0,
        meaning.get(document)?.relevance ?? 0,
      ),
      own: ownTerms,
      nearby: held(spread).filter((term) => !ownTerms.includes(term)),
      boosts,
    }
  })
  return ranked.filter(({ match, meaning }) => match > 0 || answersByMeaning(meaning)).sort(byMatch)
}

const answersByMeaning = (meaning: Meaning | undefined) => (meaning?.relevance ?? 0) >= 1

const byMatch = (a: RankedDocument, b: RankedDocument) =>
  b.match - a.match || a.document.order - b.document.order

/** Terms that name a speaker say who spoke, not about what. */
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
        const count = countWithRelated(line, term, weights)
        if (count > 0)
          amounts[at * terms.length + index] =
            (amounts[at * terms.length + index] ?? 0) + (columnWeight * count) / norm
      }
    }
  }
  return amounts
}

function countWithRelated(line: string, query: QueryTerm, weights: RankingWeights): number {
  const { term, related, forms, isPrefix } = query
  if (isPrefix && line.includes(` ${term}`)) return 1
  const count = (terms: readonly string[]) =>
    terms.reduce((sum, other) => sum + countTerm(line, other), 0)
  return countTerm(line, term) + weights.form * count(forms) + weights.related * count(related)
}

/** A compound counts as often as the rarer of its words. */
function countTerm(line: string, term: string): number {
  if (!term.includes(' ')) return occurrences(line, term)
  return Math.min(...term.split(' ').map((word) => occurrences(line, word)))
}

/** Taken from the pool, not the store: no statistics to keep, and only the pool is compared. */
function typicalLengths(pool: readonly PoolDocument[]): number[] {
  return [0, 1, 2, 3, 4].map((column) =>
    meanOfPositive(pool.map(({ decoded }) => decoded.columns[column]?.length ?? 0)),
  )
}

function meanOfPositive(lengths: readonly number[]): number {
  const positive = lengths.filter((length) => length > 0)
  return positive.reduce((sum, length) => sum + length, 0) / Math.max(positive.length, 1) || 1
}

const lengthOf = ({ columns }: DecodedTerms) => columns.reduce((sum, { length }) => sum + length, 0)

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

interface PoolDocument {
  readonly document: IndexedDocument
  readonly decoded: DecodedTerms
}

/** Adds a share of the words of the turns around each turn, less with distance. */
function spreadToNeighbours(
  amounts: Float64Array,
  pool: readonly PoolDocument[],
  terms: number,
  weights: RankingWeights,
): Float64Array {
  const result = Float64Array.from(amounts)
  for (const places of placesBySession(pool).values()) {
    for (const from of places.values()) {
      for (const [distance, to] of reachable(places, from.position, weights)) {
        const share = shareBetween(from, to, distance, weights)
        if (share > 0) addRow(result, to.at, amounts, from.at, terms, share)
      }
    }
  }
  return result
}

interface Place {
  readonly at: number
  readonly position: number
  readonly asks: boolean
  readonly isAnswered: boolean
}

function placesBySession(pool: readonly PoolDocument[]): Map<string, Map<number, Place>> {
  const sessions = new Map<string, Map<number, Place>>()
  for (const [at, { document, decoded }] of pool.entries()) {
    const { type, sessionId, position } = document
    if (type !== 'turn' || sessionId === undefined || position === undefined) continue
    const places = sessions.get(sessionId) ?? new Map<number, Place>()
    const isAnswered = (decoded.columns[3]?.length ?? 0) > 0
    places.set(position, { at, position, asks: decoded.asks, isAnswered })
    sessions.set(sessionId, places)
  }
  return sessions
}

function* reachable(
  places: ReadonlyMap<number, Place>,
  position: number,
  { before, after }: RankingWeights,
): Generator<[number, Place]> {
  for (let distance = -after.length; distance <= before.length; distance++) {
    const place = distance === 0 ? undefined : places.get(position + distance)
    if (place) yield [distance, place]
  }
}

/** `distance` is from the turn whose words spread to the turn that receives them. */
function shareBetween(from: Place, to: Place, distance: number, weights: RankingWeights): number {
  const byDistance = distance > 0 ? weights.before[distance - 1] : weights.after[-distance - 1]
  const answersIt = distance === 1 && from.asks ? 1 + weights.answerFollows : 1
  const answered = to.isAnswered ? weights.spreadOfAnswered : 1
  return (byDistance ?? 0) * answersIt * answered
}

function addRow(
  into: Float64Array,
  row: number,
  from: Float64Array,
  fromRow: number,
  width: number,
  share: number,
): void {
  for (let column = 0; column < width; column++) {
    const cell = row * width + column
    into[cell] = (into[cell] ?? 0) + share * (from[fromRow * width + column] ?? 0)
  }
}

/** What a document needs to be worth showing. @param asked what the whole question would be */
function enoughEvidence(asked: number, weights: RankingWeights): number {
  return Math.min(weights.enoughShare * asked, weights.enoughEvidence)
}
