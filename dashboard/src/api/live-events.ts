/**
 * The live feed of captured events. The page shares one stream and opens it only while visible: a
 * browser allows six connections to the daemon, and hidden tabs must not use them up. When the page
 * becomes visible again, it gets the events it missed, each once.
 */
import { useSyncExternalStore } from 'react'
import type { LiveEvent } from '../../../src/contract/live-event.ts'
import { connection } from './connection.ts'
import { readEventStream } from './read-event-stream.ts'
import { fetchSignedIn } from './session.ts'

const recentAtFirst = 100
const mostKept = 500
const firstPauseMs = 250
const longestPauseMs = 4_000

function createLiveEvents() {
  const listeners = new Set<() => void>()
  /** The newest first. */
  let events: readonly LiveEvent[] = []
  let lastId: string | undefined
  let stream: AbortController | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let pauseMs = firstPauseMs

  function open(): void {
    close()
    const controller = new AbortController()
    stream = controller
    follow(controller.signal).catch(() => {
      if (!controller.signal.aborted) reopenLater()
    })
  }

  /** @throws when the stream ends, since the daemon never ends it while it runs */
  async function follow(signal: AbortSignal): Promise<never> {
    const from = lastId ? `after=${lastId}` : `recent=${recentAtFirst}`
    const response = await fetchSignedIn(`/api/events?${from}`, { signal })
    if (!response.ok || !response.body) throw new Error(`there is no feed: ${response.status}`)
    pauseMs = firstPauseMs
    connection.report('online')
    for await (const { id, data } of readEventStream(response.body)) take(JSON.parse(data), id)
    throw new Error('the feed has ended')
  }

  function close(): void {
    clearTimeout(retry)
    stream?.abort()
    stream = undefined
  }

  function reopenLater(): void {
    close()
    if (connection.state() === 'online') connection.report('offline')
    retry = setTimeout(open, pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }

  function take(event: LiveEvent, cursor: string): void {
    if (lastId !== undefined && cursor <= lastId) return
    lastId = cursor
    events = [event, ...events.slice(0, mostKept - 1)]
    for (const listener of listeners) listener()
  }

  function followWhileVisible(): void {
    if (document.visibilityState === 'hidden') close()
    else if (stream === undefined) open()
  }

  connection.subscribe(() => {
    if (connection.state() === 'online' && listeners.size > 0) followWhileVisible()
  })
  return {
    snapshot: () => events,
    subscribe(listener: () => void) {
      if (listeners.size === 0) {
        document.addEventListener('visibilitychange', followWhileVisible)
        followWhileVisible()
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        document.removeEventListener('visibilitychange', followWhileVisible)
        close()
      }
    },
  }
}

export const liveEvents = createLiveEvents()

/** The newest first, at most five hundred. */
export function useLiveEvents(): readonly LiveEvent[] {
  return useSyncExternalStore(liveEvents.subscribe, liveEvents.snapshot)
}
