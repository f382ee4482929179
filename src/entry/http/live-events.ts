/**
 * `GET /api/events`: events as they are ingested. The id of a message is its place in the change
 * feed: a client that reconnects with the last one it saw gets everything since, nothing twice; a new
 * one may ask for some recent events first.
 */
import type { Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { describeEvent } from '../../core/activity/describe-event.ts'
import type { ChangeFeed, ChangeFilter, Cursor } from '../../core/ports/change-feed.ts'
import type { Store } from '../../core/ports/store.ts'
import { limitOpen } from './respond.ts'

export interface LiveEventParts {
  readonly events: Pick<Store, 'changes' | 'history'>
  /** Calls back after each ingestion. @returns how to unsubscribe */
  readonly onIngested: (callback: () => void) => () => void
  /** Aborts when the daemon stops, so that open streams do not hold it up. */
  readonly closing: AbortSignal
  /** Keeps the daemon from becoming idle. */
  readonly onRequest: () => void
}

/** Imported events are old news. */
const live: ChangeFilter = { subjects: ['event', 'tool-event'], kinds: ['created'] }
const pageSize = 200
const mostRecent = 1_000
/** Each stream reads the database every second; a visible page has one. */
const mostStreams = 32
const heartbeatMs = 15_000
/** Another process may ingest too, without notifying this one. */
const checkEveryMs = 1_000

export function serveLiveEvents(app: Hono, parts: LiveEventParts): void {
  const { onIngested, closing } = parts
  const { changes, history } = parts.events
  app.use('/api/events', limitOpen(mostStreams, 'event streams'))
  app.get('/api/events', (context) =>
    streamSSE(context, async (stream) => {
      let cursor = await firstCursor(context, changes)
      let writtenAt = performance.now()
      await stream.write(': connected\n\n')
      const bell = createBell(closing, onIngested)
      stream.onAbort(bell.ring)
      try {
        while (!stream.aborted && !closing.aborted) {
          const page = await changes.after(cursor, pageSize, live)
          const cursorOf = new Map(page.changes.map((change) => [change.id, change.cursor]))
          for (const event of (await history.events([...cursorOf.keys()])).map(describeEvent)) {
            const id = cursorOf.get(event.id) ?? page.cursor
            await stream.writeSSE({ id, event: event.kind, data: JSON.stringify(event) })
            writtenAt = performance.now()
          }
          cursor = page.cursor
          if (page.changes.length > 0) continue
          parts.onRequest()
          await bell.wait(checkEveryMs)
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
async function firstCursor({ req }: Context, changes: ChangeFeed): Promise<Cursor> {
  const seen = req.header('last-event-id') ?? req.query('after')
  if (seen !== undefined) return seen
  const recent = Number(req.query('recent') ?? 0)
  return changes.before(Number.isInteger(recent) ? clamp(recent) : 0, live)
}

const clamp = (recent: number) => Math.min(Math.max(recent, 0), mostRecent)

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
