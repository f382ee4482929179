import { type CallInput, call, type OutputOf } from './call.ts'
import { type PagedList, usePagedList } from './paged-list.ts'

export type { PagedList }

export function usePagedMemories(
  input: Omit<CallInput<'listMemories'>, 'limit' | 'offset'>,
): PagedList<OutputOf<'listMemories'>['memories'][number]> {
  return usePagedList({
    key: ['listMemories', input],
    async fetch(range, signal) {
      const { memories, total } = await call('listMemories', { ...input, ...range }, signal)
      return { items: memories, total }
    },
  })
}
