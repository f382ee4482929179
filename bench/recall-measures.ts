/** The measures of each recall benchmark, for one question and on average. */
import type { Question } from './recall-data.ts'

export type Measure = Readonly<Record<string, number>>

/** Shares between 0 and 100. @param found ids, best first */
export function measureOf(
  suite: 'locomo' | 'longmemeval' | 'coding' | 'sde',
  found: readonly string[],
  { relevant, superseded, source = '' }: Pick<Question, 'relevant' | 'superseded' | 'source'>,
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
  if (suite === 'sde') {
    const [valid, former] = [found.indexOf(relevant[0] ?? ''), found.indexOf(superseded ?? '')]
    const isAbove = valid >= 0 && (former < 0 || valid < former)
    const hit = { [`${source} hit@1`]: valid === 0 ? 100 : 0 }
    return superseded === undefined
      ? hit
      : { ...hit, 'amended above superseded': isAbove ? 100 : 0 }
  }
  const first = found.findIndex((id) => wanted.has(id))
  return {
    'any@5': any(5),
    'recall@5': (100 * within(5)) / Math.min(5, wanted.size),
    MRR: first < 0 ? 0 : 100 / (first + 1),
  }
}

/** Of the questions that have the measure. */
export function meanOf(measures: readonly Measure[]): Measure {
  const names = [...new Set(measures.flatMap((measure) => Object.keys(measure)))]
  return Object.fromEntries(
    names.map((name) => {
      const values = measures.flatMap((measure) => measure[name] ?? [])
      return [name, values.reduce((sum, value) => sum + value, 0) / values.length]
    }),
  )
}
