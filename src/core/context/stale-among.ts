/** Which memories are about files that changed since. */
import type { SearchIndex } from '../ports/search-index.ts'

export async function staleAmong(
  ids: readonly string[],
  search: Pick<SearchIndex, 'find'>,
): Promise<Set<string>> {
  const documents = await search.find(ids.map((id) => ({ type: 'memory', id })))
  return new Set(documents.filter(({ facts }) => facts.stale).map(({ id }) => id))
}
