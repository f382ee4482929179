/** Sends events to subscribers. */
import type { LifecycleEvent } from '../../contract/lifecycle.ts'
import type { Subscriber } from '../../contract/subscriber.ts'

export interface SubscriberChannel {
  /** Never throws. Stops at the subscriber's time limit or when the signal aborts. */
  send(subscriber: Subscriber, event: LifecycleEvent, signal: AbortSignal): Promise<SendOutcome>
}

export type SendOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The subscriber unsubscribed; do not retry. */
  | { readonly kind: 'gone'; readonly reason: string }
