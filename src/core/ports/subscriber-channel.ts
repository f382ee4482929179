/** How an event gets to a subscriber. */
import type { LifecycleEvent } from '../../contract/lifecycle.ts'
import type { Subscriber } from '../../contract/subscriber.ts'

export interface SubscriberChannel {
  /** Never throws. Ends whatever it started when the subscriber's time is over or the signal says so. */
  send(subscriber: Subscriber, event: LifecycleEvent, signal: AbortSignal): Promise<SendOutcome>
}

export type SendOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The subscriber says that it wants nothing any more: trying again is no use. */
  | { readonly kind: 'gone'; readonly reason: string }
