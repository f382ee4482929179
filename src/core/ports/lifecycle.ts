/** Deliveries of lifecycle events: at least once, and in order within a session. */

import type { LifecycleEvent } from '../../contract/lifecycle.ts'
import type { Subscriber } from '../../contract/setting-types.ts'
import type { LifecycleType } from '../../contract/vocabulary.ts'

export interface LifecycleStore {
  /**
   * Records an event under the next number of its session.
   * @returns false, without writing, if it was recorded before
   */
  add(event: NewLifecycleEvent, delivery: NewDelivery): Promise<boolean>
  /** The most overdue event with no earlier event of its session waiting for this subscriber. */
  nextDue(subscriber: string): Promise<Delivery | undefined>
  /** When the next delivery will be due. */
  nextAt(): Promise<string | undefined>
  complete(delivery: Delivery): Promise<void>
  /** Counts an attempt and reschedules it, or parks it if `retryAt` is undefined. */
  fail(delivery: Delivery, error: string, retryAt: string | undefined): Promise<void>
  counts(): Promise<DeliveryCounts[]>
  /** Most recently updated first. */
  list(filter: { subscriber?: string | undefined; limit: number }): Promise<KeptDelivery[]>
  /** Makes parked deliveries (all, or one subscriber's) due now. @returns the number of deliveries */
  retry(subscriber?: string): Promise<number>
  /** Deletes events without a delivery updated since. @returns the number deleted */
  deleteBefore(time: string): Promise<number>
}

export interface NewLifecycleEvent {
  /** The same if recorded again. */
  readonly id: string
  readonly type: LifecycleType
  readonly sessionId: string | undefined
  readonly at: string
  /** The id of the event, turn or memory. */
  readonly subject: string
  /** The turn's outcome or the memory's version; empty for events. */
  readonly state: string
}

interface NewDelivery {
  readonly subscribers: readonly string[]
  readonly notBefore: string
}

export interface Delivery {
  readonly subscriber: string
  readonly event: NewLifecycleEvent & { readonly sequence: number }
  readonly attempts: number
}

export interface KeptDelivery extends Delivery {
  readonly status: 'pending' | 'done' | 'parked'
  readonly nextAt: string
  readonly updatedAt: string
  readonly error: string | undefined
}

interface DeliveryCounts {
  readonly subscriber: string
  readonly delivered: number
  readonly waiting: number
  readonly parked: number
  readonly lastDeliveredAt: string | undefined
  /** The newest among waiting and parked deliveries. */
  readonly lastError: string | undefined
}

/** Never throws. Stops at the subscriber's time limit or when the signal aborts. */
export type SendEvent = (
  subscriber: Subscriber,
  event: LifecycleEvent,
  signal: AbortSignal,
) => Promise<SendOutcome>

export type SendOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The subscriber unsubscribed; do not retry. */
  | { readonly kind: 'gone'; readonly reason: string }
