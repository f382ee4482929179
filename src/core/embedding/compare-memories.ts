/** Which memories say almost the same in other words, by their stored vectors, without a model. */
import type { VectorIndex } from '../ports/search-index.ts'
import { traitsOf } from './model-traits.ts'

export interface MemoryMeanings {
  /** Those with a vector, in the requested order. */
  readonly ids: readonly string[]
  /** Changes with any vector. */
  readonly basis: string
  /** Whether one of the two is enough. */
  isRepeated(one: string, other: string): boolean
}

/** @returns undefined if there are no vectors of a calibrated model */
export async function readMeanings(
  ids: readonly string[],
  vectors: Pick<VectorIndex, 'model' | 'ofMemories'>,
): Promise<MemoryMeanings | undefined> {
  const inUse = await vectors.model()
  const repeats = inUse && traitsOf(inUse.model).repeats
  if (repeats === undefined) return undefined
  const found = await vectors.ofMemories(ids)
  const lengths = new Map(
    [...found].map(([id, values]) => [id, Math.sqrt(product(values, values))]),
  )
  const known = ids.filter((id) => found.has(id))
  return {
    ids: known,
    basis: known.map((id) => found.get(id)?.subarray(0, 3).join()).join(' '),
    isRepeated(one, other) {
      const [a, b] = [found.get(one), found.get(other)]
      if (!a || !b) return false
      return product(a, b) >= repeats * (lengths.get(one) ?? 0) * (lengths.get(other) ?? 0)
    },
  }
}

function product(a: Int8Array, b: Int8Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
