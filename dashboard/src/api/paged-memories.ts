import { type CallInput, call, type OutputOf } from './call.ts'
import { type PagedList, usePagedList } from './paged-list.ts'

export type { PagedList }

type Memory = OutputOf<'listMemories'>['memories'][number]

/** Jobs and commands also store memories, without a live event. */
const lookEveryMs = 3_000

export function usePagedMemories(
  input: Omit<CallInput<'listMemories'>, 'limit' | 'offset'>,
): PagedList<Memory> {
  return usePagedList({
    key: ['listMemories', input],
    everyMs: lookEveryMs,
    idOf,
    async fetch(range, signal) {
      const { memories, total } = await call('listMemories', { ...input, ...range }, signal)
      return { items: memories, total }
    },
  })
}

function idOf({ id }: Memory): string {
  return id
}
