/** What went stale sinks in recall and context, unless somebody said it still holds. */
import type { Memory } from '../model/memory.ts'
import type { SearchIndex } from '../ports/search-index.ts'

export interface StandingPorts {
  readonly search: Pick<SearchIndex, 'setStanding'>
}

export async function markStanding(
  { id, importance, pinned, useCount }: Memory,
  stale: boolean,
  { search }: StandingPorts,
): Promise<void> {
  const standing = { importance, pinned, uses: useCount, stale }
  await search.setStanding({ type: 'memory', id }, standing)
}
