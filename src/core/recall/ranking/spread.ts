/** Counts the words of the turns around a turn for it too, less with distance. */
import type { IndexedDocument } from '../../ports/search-index.ts'
import type { DecodedTerms } from '../../text/indexed-terms.ts'
import type { RankingWeights } from './weights.ts'

export interface PoolDocument {
  readonly document: IndexedDocument
  readonly decoded: DecodedTerms
}

/** @returns amounts like those given, with the neighbours' shares added. */
export function spreadToNeighbours(
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
