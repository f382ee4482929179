/**
 * `GET /api/events`: events as they are ingested. A client that reconnects with the id of the last
 * event it saw gets everything since, nothing twice; a new one may ask for some recent events first.
 */
import type { Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { describeEvent } from '../../core/activity/describe-event.ts'
import type { HistoryReader } from '../../core/ports/history-reader.ts'

export interface LiveEventParts {
  readonly events: Pick<HistoryReader, 'eventsAfter' | 'newestEventId'>
  /** Calls back after each ingestion. @returns how to unsubscribe */
  readonly onIngested: (callback: () => void) => () => void
  /** Aborts when the daemon stops, so that open streams do not hold it up. */
  readonly closing: AbortSignal
  /** Keeps the daemon from becoming idle. */
  readonly onRequest: () => void
}

const pageSize = 200
const mostRecent = 1_000
const heartbeatMs = 15_000
/** Another process may ingest too, without notifying this one. */
const lookEveryMs = 1_000

export function serveLiveEvents(app: Hono, parts: LiveEventParts): void {
  const { events: captured, onIngested, closing } = parts
  app.get('/api/events', (context) =>
    streamSSE(context, async (stream) => {
      let cursor = await whereToBegin(context, captured)
      let writtenAt = performance.now()
      await stream.write(': connected\n\n')
      const bell = createBell(closing, onIngested)
      stream.onAbort(bell.ring)
      try {
        while (!stream.aborted && !closing.aborted) {
          const events = await captured.eventsAfter(cursor, pageSize)
          for (const event of events.map(describeEvent)) {
            await stream.writeSSE({ id: event.id, event: event.kind, data: JSON.stringify(event) })
            cursor = event.id
            writtenAt = performance.now()
          }
          if (events.length > 0) continue
          parts.onRequest()
          await bell.wait(lookEveryMs)
          if (performance.now() - writtenAt < heartbeatMs) continue
          await stream.write(': still here\n\n')
          writtenAt = performance.now()
        }
      } finally {
        bell.close()
      }
    }),
  )
}

/** A browser sends the last event's id in a header, but only when it reconnects by itself. */
async function whereToBegin({ req }: Context, captured: LiveEventParts['events']): Promise<string> {
  const seen = req.header('last-event-id') ?? req.query('after')
  if (seen !== undefined) return seen
  const recent = Number(req.query('recent') ?? 0)
  return captured.newestEventId(Number.isInteger(recent) ? clamp(recent) : 0)
}

function clamp(recent: number): number {
  return Math.min(Math.max(recent, 0), mostRecent)
}

/** Waits for the next ingestion, and misses none between two waits. */
function createBell(closing: AbortSignal, subscribe: LiveEventParts['onIngested']) {
  let isRung = false
  let wake: (() => void) | undefined
  const ring = () => {
    isRung = true
    wake?.()
  }
  const unsubscribe = subscribe(ring)
  closing.addEventListener('abort', ring)
  return {
    ring,
    async wait(timeoutMs: number): Promise<void> {
      if (!isRung) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, timeoutMs)
        wake = resolve
        await promise
        clearTimeout(timer)
        wake = undefined
      }
      isRung = false
    },
    close() {
      unsubscribe()
      closing.removeEventListener('abort', ring)
    },
  }
}
