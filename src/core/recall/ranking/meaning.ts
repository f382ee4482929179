/**
 * How near the documents of a pool are to a question in meaning, from an embedder's cosines. Cosines
 * of models differ in range, so they are standardised within the pool; a turn counts with the turns
 * around it, which say what it is about.
 */
import type { NearFound } from '../../embedding/find-near.ts'
import type { ComparedDocument, IndexedDocument } from '../../ports/search-index.ts'
import type { RankingWeights } from './weights.ts'

export interface Meaning {
  /** In standard deviations of the pool. */
  readonly nearness: number
  /** From 1 on it is worth showing even if it shares no word with the question. */
  readonly relevance: number
}

/** By document; those without a vector are left out. */
export async function compareMeaning(
  pool: readonly IndexedDocument[],
  near: NearFound,
  weights: RankingWeights,
): Promise<ReadonlyMap<IndexedDocument, Meaning>> {
  const compared = await near.compare(pool, weights.meaningBefore.length)
  const groups = Map.groupBy(compared, keyOf)
  const blended = pool.flatMap((document) => {
    const around = groups.get(keyOf(document)) ?? []
    const own = around.find(({ offset }) => offset === 0)?.similarity
    return own === undefined ? [] : [{ document, own, similarity: blend(around, weights) }]
  })
  const similarities = blended.map(({ similarity }) => similarity)
  const mean = meanOf(similarities)
  const deviation = Math.sqrt(meanOf(similarities.map((each) => (each - mean) ** 2)))
  return new Map(
    blended.map(({ document, own, similarity }) => [
      document,
      {
        nearness: deviation > 0 ? (similarity - mean) / deviation : 0,
        relevance: near.answers === undefined ? 0 : own / near.answers,
      },
    ]),
  )
}

/** The mean of a document and the turns around it, by weight. */
function blend(around: readonly ComparedDocument[], weights: RankingWeights): number {
  const { meaningBefore: before, meaningAfter: after } = weights
  const shareOf = (offset: number) =>
    offset === 0 ? 1 : ((offset < 0 ? before[-offset - 1] : after[offset - 1]) ?? 0)
  const total = around.reduce((sum, { offset }) => sum + shareOf(offset), 0)
  return (
    around.reduce((sum, { offset, similarity }) => sum + shareOf(offset) * similarity, 0) / total
  )
}

const keyOf = ({ type, id }: Pick<IndexedDocument, 'type' | 'id'>) => `${type} ${id}`

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
