import { type CallInput, call, type OutputOf } from './call.ts'
import { type PagedList, usePagedList } from './paged-list.ts'

export function usePagedSessions(
  input: Omit<CallInput<'listSessions'>, 'limit' | 'offset'>,
): PagedList<OutputOf<'listSessions'>['sessions'][number]> {
  return usePagedList({
    key: ['listSessions', input],
    live: true,
    async fetch(range, signal) {
      const { sessions, total } = await call('listSessions', { ...input, ...range }, signal)
      return { items: sessions, total }
    },
  })
}
