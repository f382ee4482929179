/**
 * A long list of which only what is seen is fetched: pages by offset, any of them first, so that
 * jumping to the end of 100,000 costs one page.
 */
import { keepPreviousData, type QueryKey, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ApiError } from './api-error.ts'

export interface PagedList<Item> {
  readonly total: number | undefined
  readonly error: ApiError | null
  readonly isStale: boolean
  /** @returns undefined while its page is being fetched */
  itemAt(index: number): Item | undefined
  /** Tell it what is seen; `VirtualList` does. */
  see(first: number, last: number): void
}

export interface PageSource<Item> {
  readonly key: QueryKey
  readonly fetch: (
    range: { readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ) => Promise<{ readonly items: readonly Item[]; readonly total: number }>
  /** Ask again whenever something was captured. */
  readonly live?: boolean
}

const pageSize = 100

export function usePagedList<Item>({ key, fetch, live = false }: PageSource<Item>) {
  const [seen, setSeen] = useState({ first: 0, last: 0 })
  const query = (page: number) => ({
    queryKey: [...key, page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      fetch({ limit: pageSize, offset: page * pageSize }, signal),
    meta: { live },
  })
  type Page = Awaited<ReturnType<typeof fetch>>
  const head = useQuery<Page, ApiError>({ ...query(0), placeholderData: keepPreviousData })
  const firstPage = Math.floor(seen.first / pageSize)
  const lastPage = Math.floor(seen.last / pageSize)
  const numbers = Array.from({ length: lastPage - firstPage + 1 }, (_, page) => firstPage + page)
  const pages = useQueries({ queries: numbers.map(query) })
  const see = useCallback((first: number, last: number) => {
    setSeen((before) => (before.first === first && before.last === last ? before : { first, last }))
  }, [])
  const list: PagedList<Item> = {
    total: head.data?.total,
    error: head.error,
    isStale: head.isPlaceholderData,
    itemAt(index) {
      const page = Math.floor(index / pageSize)
      const found = page === 0 ? head.data : pages[page - firstPage]?.data
      return found?.items[index % pageSize]
    },
    see,
  }
  return list
}
