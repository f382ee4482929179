/**
 * A long list that fetches only its visible pages, by offset and in any order: jumping to the end of
 * 100,000 rows costs one page.
 */
import { keepPreviousData, type QueryKey, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { ApiError } from './call.ts'
import { useKeptPlaces } from './keep-row-order.ts'
import { liveMeta } from './query-client.ts'

export interface PagedList<Item> {
  readonly total: number | undefined
  readonly error: ApiError | null
  readonly isStale: boolean
  /** @returns undefined while its page loads */
  itemAt(index: number): Item | undefined
  /** Reports the visible range; `VirtualList` calls it. */
  see(first: number, last: number): void
}

interface Page<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

export interface PageSource<Item> {
  readonly key: QueryKey
  readonly fetch: (
    range: { readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ) => Promise<Page<Item>>
  /** Refetch when something was captured. */
  readonly live?: boolean
  /** Refetch at this interval while the page is visible. */
  readonly everyMs?: number
  /** With it, rows keep their place while the list is open, even if their order changes. */
  readonly idOf?: (item: Item) => string
}

const pageSize = 100

export function usePagedList<Item>(source: PageSource<Item>): PagedList<Item> {
  const { key, fetch, live = false, everyMs = 0, idOf } = source
  const [seen, setSeen] = useState({ first: 0, last: 0 })
  const query = (page: number) => ({
    queryKey: [...key, page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      fetch({ limit: pageSize, offset: page * pageSize }, signal),
    meta: liveMeta(live),
    refetchInterval: everyMs,
  })
  const head = useQuery<Page<Item>, ApiError>({ ...query(0), placeholderData: keepPreviousData })
  const firstPage = Math.floor(seen.first / pageSize)
  const lastPage = Math.floor(seen.last / pageSize)
  const numbers = Array.from({ length: lastPage - firstPage + 1 }, (_, page) => firstPage + page)
  const pages = useQueries({ queries: numbers.map(query), combine: dataOf })
  /** Items by index, those of the first page first. */
  const loaded = useMemo(() => {
    const others = pages.flatMap((page, index) => place(page, firstPage + index))
    return new Map([...place(head.data, 0), ...others])
  }, [head.data, pages, firstPage])
  const items = useKeptPlaces(
    head.isPlaceholderData ? undefined : JSON.stringify(key),
    loaded,
    idOf,
  )
  const itemAt = useCallback((index: number) => items.get(index), [items])
  const see = useCallback((first: number, last: number) => {
    setSeen((before) => (before.first === first && before.last === last ? before : { first, last }))
  }, [])
  return {
    total: head.data?.total,
    error: head.error,
    isStale: head.isPlaceholderData,
    itemAt,
    see,
  }
}

/** Outside the hook, so that it is stable and its result is compared. */
function dataOf<Data>(results: readonly { readonly data: Data | undefined }[]) {
  return results.map(({ data }) => data)
}

function place<Item>(page: Page<Item> | undefined, number: number): [number, Item][] {
  return page?.items.map((item, index) => [number * pageSize + index, item]) ?? []
}
