/**
 * Reciprocal-rank fusion, for retrievers whose scores cannot be compared: words, literal text,
 * vectors. Anything else is scored together: fusing body and context by rank costs 7 points of
 * LoCoMo's hit@5.
 */
const smoothing = 60

/** @returns the distinct items, best first; ties keep the order of the first list they are in. */
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
