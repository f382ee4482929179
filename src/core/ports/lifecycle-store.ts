/** Lifecycle events on their way to subscribers: told at least once, those of a session in order. */
import type { LifecycleType } from '../../contract/vocabulary.ts'

export interface LifecycleStore {
  /**
   * Records an event and gives it the next number of its session.
   * @returns false when it was recorded before; then nothing is written
   */
  add(event: NewLifecycleEvent, delivery: NewDelivery): Promise<boolean>
  /** The event due longest whose session has no earlier one waiting for this subscriber. */
  nextDue(subscriber: string): Promise<Delivery | undefined>
  complete(delivery: Delivery): Promise<void>
  /** Counts an attempt and puts it back for `retryAt`, or parks it when that is undefined. */
  fail(delivery: Delivery, error: string, retryAt: string | undefined): Promise<void>
  counts(): Promise<DeliveryCounts[]>
  /** Those touched last first. */
  list(filter: { subscriber?: string | undefined; limit: number }): Promise<KeptDelivery[]>
  /** Makes parked ones (all, or one subscriber's) due now. @returns how many */
  retry(subscriber?: string): Promise<number>
  /** Deletes events of which nothing was touched since. @returns how many */
  deleteBefore(time: string): Promise<number>
}

export interface NewLifecycleEvent {
  /** The same for the same happening. */
  readonly id: string
  readonly type: LifecycleType
  readonly sessionId: string | undefined
  readonly at: string
  /** Id of the event, turn or memory it is about. */
  readonly subject: string
  /** How the turn ended, which version of the memory; empty for events. */
  readonly state: string
}

export interface NewDelivery {
  readonly subscribers: readonly string[]
  readonly notBefore: string
}

export interface Delivery {
  readonly subscriber: string
  readonly event: NewLifecycleEvent & { readonly sequence: number }
  /** Those that failed. */
  readonly attempts: number
}

export interface KeptDelivery extends Delivery {
  readonly status: 'pending' | 'done' | 'parked'
  readonly nextAt: string
  readonly updatedAt: string
  readonly error: string | undefined
}

export interface DeliveryCounts {
  readonly subscriber: string
  readonly delivered: number
  readonly waiting: number
  readonly parked: number
  readonly lastDeliveredAt: string | undefined
  /** Of what waits or is parked, the newest. */
  readonly lastError: string | undefined
}
