/** Posts an event to an address. */
import { createHmac } from 'node:crypto'
import type { LifecycleEvent } from '../../contract/lifecycle.ts'
import type { SendOutcome } from '../../core/ports/subscriber-channel.ts'

export interface Webhook {
  readonly url: string
  /** Signs what is sent, so that the receiver knows it for ours. */
  readonly secret: string | undefined
  readonly timestamp: number
  readonly version: string
}

const gone = 410

/** @throws the reason of the signal; what `fetch` throws */
export async function postEvent(
  { url, secret, timestamp, version }: Webhook,
  event: LifecycleEvent,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const body = JSON.stringify(event)
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': `throughline/${version}`,
      'x-throughline-event-id': event.id,
      'x-throughline-event-type': event.type,
      'x-throughline-timestamp': String(timestamp),
      ...(secret && { 'x-throughline-signature': sign(secret, `${timestamp}.${body}`) }),
    },
    body,
    redirect: 'manual',
    signal,
  })
  // What it says is nothing to us, and it may say a lot.
  await response.body?.cancel()
  if (response.ok) return { kind: 'accepted' }
  const reason = `answered ${response.status}`
  return { kind: response.status === gone ? 'gone' : 'failed', reason }
}

function sign(secret: string, text: string): string {
  return `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
}
