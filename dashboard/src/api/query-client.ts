/** Refreshes the shown data when something was captured or the daemon is back. */
import { QueryClient } from '@tanstack/react-query'
import { connection } from './connection.ts'
import { liveEvents } from './live-events.ts'

/** A busy agent captures many events a second. */
const settleMs = 200
/** For data that is refreshed less often than events come. */
const retryMs = 1_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The daemon is on this machine: offline mode is irrelevant, and retrying does not help.
      queries: { networkMode: 'always', retry: false, staleTime: 1_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** The `meta` of a query that `keepFresh` refreshes, if it is live. */
export function liveMeta(live: boolean, everyMs = 0) {
  return live ? { liveEveryMs: everyMs } : {}
}

/** @returns a function that stops it */
export function keepFresh(client: QueryClient): () => void {
  let settling: ReturnType<typeof setTimeout> | undefined
  const refreshIn = (ms: number) => {
    settling ??= setTimeout(() => {
      settling = undefined
      let isEarly = false
      void client.invalidateQueries({
        predicate: ({ meta, state }) => {
          if (typeof meta?.liveEveryMs !== 'number') return false
          const isDue = Date.now() - state.dataUpdatedAt >= meta.liveEveryMs
          isEarly ||= !isDue
          return isDue
        },
      })
      if (isEarly) refreshIn(retryMs)
    }, ms)
  }
  const stopLive = liveEvents.subscribe(() => refreshIn(settleMs))
  const stopWaiting = connection.subscribe(() => {
    if (connection.state() === 'online') void client.invalidateQueries()
  })
  return () => {
    clearTimeout(settling)
    stopLive()
    stopWaiting()
  }
}
