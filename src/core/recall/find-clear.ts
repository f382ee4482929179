/**
 * Answers from a store too small for statistics. Among a few memories no word is rare, so nothing
 * reaches the usual threshold; there a hit that has enough of the question's words is clear.
 */
import type { SearchFilter, SearchReader } from '../ports/search-index.ts'
import type { FoundDocument } from './found.ts'
import type { ParsedQuery } from './plan-query.ts'

/** So many documents are read in a minute. */
const mostOfSmall = 50
/** Of the question's words; one of four is a topic, one of six a coincidence. */
const leastShare = 0.25

export async function findClear(
  ranked: readonly FoundDocument[],
  { terms }: ParsedQuery,
  filter: SearchFilter,
  index: SearchReader,
): Promise<FoundDocument[]> {
  const clear = ranked.filter(
    ({ explanation }) => explanation.terms.length >= Math.max(1, leastShare * terms.length),
  )
  if (clear.length === 0 || (await isSmall(filter, index))) return clear
  const memories = clear.filter(({ type }) => type === 'memory')
  const isSmallMemory =
    memories.length > 0 && (await isSmall({ ...filter, types: ['memory'] }, index))
  return isSmallMemory ? memories : []
}

async function isSmall(filter: SearchFilter, index: SearchReader): Promise<boolean> {
  return (await index.newest(filter, mostOfSmall + 1)).length <= mostOfSmall
}
