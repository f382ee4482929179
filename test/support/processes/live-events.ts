/** A client of the daemon's event stream. */

import { waitFor } from '../homes/world.ts'
import type { RunningDaemon } from './daemon.ts'

interface LiveEvent {
  readonly id: string
  readonly kind: string
  readonly data: { readonly id: string; readonly name: string; readonly sessionId: string }
}

export interface LiveEvents {
  readonly received: readonly LiveEvent[]
  /** Waits for that many events. */
  waitForCount(count: number): Promise<void>
  /** Resolves when either side ends the stream. */
  readonly ended: Promise<void>
  close(): void
}

/** Resolves once the daemon has accepted the connection; later events will arrive. */
export async function listenToEvents(
  daemon: RunningDaemon,
  lastEventId?: string,
): Promise<LiveEvents> {
  const controller = new AbortController()
  const response = await daemon.request('/api/events', {
    signal: controller.signal,
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  })
  if (!response.ok || !response.body) throw new Error(`no stream: ${response.status}`)
  const received: LiveEvent[] = []
  let isConnected = false
  const read = async (body: ReadableStream<Uint8Array>) => {
    let text = ''
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      isConnected ||= blocks.includes(': connected')
      received.push(...blocks.flatMap(parseBlock))
    }
  }
  const ended = read(response.body).catch(() => undefined)
  await waitFor('the stream to open', () => isConnected)
  return {
    received,
    ended,
    waitForCount: async (count) =>
      void (await waitFor(`${count} live events`, () => received.length >= count)),
    close: () => controller.abort(),
  }
}

function parseBlock(block: string): LiveEvent[] {
  const fields = new Map(
    block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]),
  )
  const data = fields.get('data')
  if (data === undefined) return []
  return [{ id: fields.get('id') ?? '', kind: fields.get('event') ?? '', data: JSON.parse(data) }]
}
