import { call, type OutputOf } from './call.ts'
import { type PagedList, usePagedList } from './paged-list.ts'

export type Forgotten = OutputOf<'listForgotten'>['memories'][number]

/** Of every project. */
export function usePagedForgotten(): PagedList<Forgotten> {
  return usePagedList({
    key: ['listForgotten'],
    async fetch(range, signal) {
      const { memories, total } = await call('listForgotten', { all: true, ...range }, signal)
      return { items: memories, total }
    },
  })
}
