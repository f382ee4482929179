/** The measures of each recall benchmark, for one question and on average. */

export type Measure = Readonly<Record<string, number>>

/** Shares between 0 and 100. @param found ids, best first */
export function measureOf(
  suite: 'locomo' | 'longmemeval' | 'coding',
  found: readonly string[],
  relevant: readonly string[],
): Measure {
  const wanted = new Set(relevant)
  const within = (count: number) =>
    new Set(found.slice(0, count).filter((id) => wanted.has(id))).size
  const any = (count: number) => (within(count) > 0 ? 100 : 0)
  const all = (count: number) => (within(count) === wanted.size ? 100 : 0)
  const recalled = (count: number) => (100 * within(count)) / wanted.size
  if (suite === 'locomo') {
    return {
      'hit@5': any(5),
      'hit@10': any(10),
      'recall@5': recalled(5),
      'recall@10': recalled(10),
    }
  }
  if (suite === 'longmemeval') return { 'any@5': any(5), 'all@5': all(5), 'all@10': all(10) }
  const first = found.findIndex((id) => wanted.has(id))
  return {
    'any@5': any(5),
    'recall@5': (100 * within(5)) / Math.min(5, wanted.size),
    MRR: first < 0 ? 0 : 100 / (first + 1),
  }
}

export function meanOf(measures: readonly Measure[]): Measure {
  const names = Object.keys(measures[0] ?? {})
  return Object.fromEntries(
    names.map((name) => {
      const sum = measures.reduce((total, measure) => total + (measure[name] ?? 0), 0)
      return [name, sum / measures.length]
    }),
  )
}
