/** Refreshes the shown data when something was captured or the daemon is back. */
import { QueryClient } from '@tanstack/react-query'
import { connection } from './connection.ts'
import { liveEvents } from './live-events.ts'

/** A busy agent captures many events a second. */
const settleMs = 200

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The daemon is on this machine: offline mode is irrelevant, and retrying does not help.
      queries: { networkMode: 'always', retry: false, staleTime: 1_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** @returns a function that stops it */
export function keepFresh(client: QueryClient): () => void {
  let settling: ReturnType<typeof setTimeout> | undefined
  const stopLive = liveEvents.subscribe(() => {
    settling ??= setTimeout(() => {
      settling = undefined
      void client.invalidateQueries({ predicate: ({ meta }) => meta?.live === true })
    }, settleMs)
  })
  const stopWaiting = connection.subscribe(() => {
    if (connection.state() === 'online') void client.invalidateQueries()
  })
  return () => {
    clearTimeout(settling)
    stopLive()
    stopWaiting()
  }
}
