/** Posts an event to a URL. */
import { createHmac } from 'node:crypto'
import type { LifecycleEvent } from '../../contract/lifecycle.ts'
import type { SendOutcome } from '../../core/ports/lifecycle.ts'

export interface Webhook {
  readonly url: string
  /** Signs the request, so the receiver can verify it. */
  readonly secret: string | undefined
  readonly timestamp: number
  readonly version: string
}

const gone = 410

/** @throws the signal's reason, or the error of `fetch` */
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
  // The answer is ignored, and it may be large.
  await response.body?.cancel()
  if (response.ok) return { kind: 'accepted' }
  const reason = `answered ${response.status}`
  return { kind: response.status === gone ? 'gone' : 'failed', reason }
}

function sign(secret: string, text: string): string {
  return `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
}
