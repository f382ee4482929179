/** Sends due events to a subscriber, one after another and in order within a session. */
import type { Subscriber } from '../../contract/setting-types.ts'
import type { WitnessedDays } from '../deletion/witnessed-days.ts'
import { backOffMs } from '../jobs/back-off.ts'
import type { Delivery, LifecycleStore, SendEvent, SendOutcome } from '../ports/lifecycle.ts'
import type { Runtime } from '../ports/runtime.ts'
import { describeLifecycleEvent } from './describe-event.ts'
import type { DescribePorts } from './describe-instructions.ts'

export interface DeliverPorts extends DescribePorts, Pick<Runtime, 'redactor' | 'clock' | 'log'> {
  readonly lifecycle: LifecycleStore
  readonly sendEvent: SendEvent
  readonly random: () => number
}

/** @param find returns the subscriber as configured now, if it still exists */
export async function deliverDue(
  find: () => Subscriber | undefined,
  ports: DeliverPorts,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const subscriber = find()
    const delivery = subscriber && (await ports.lifecycle.nextDue(subscriber.name))
    if (!delivery) return
    const outcome = await deliver(delivery, subscriber, ports, signal)
    // We stopped it; the event will be sent again.
    if (signal.aborted && outcome.kind !== 'accepted') return
    await settle(delivery, outcome, subscriber, ports)
  }
}

async function deliver(
  { event }: Delivery,
  subscriber: Subscriber,
  ports: DeliverPorts,
  signal: AbortSignal,
): Promise<SendOutcome> {
  try {
    const described = await describeLifecycleEvent(event, ports)
    return described ? await ports.sendEvent(subscriber, described, signal) : { kind: 'accepted' }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** Receivers restart within minutes, not hours. */
const delays = { firstMs: 2_000, longestMs: 15 * 60_000, factor: 4 }

async function settle(
  delivery: Delivery,
  outcome: SendOutcome,
  { name, attempts }: Subscriber,
  { lifecycle, redactor, clock, random, log }: DeliverPorts,
): Promise<void> {
  if (outcome.kind === 'accepted') return lifecycle.complete(delivery)
  const reason = redactor.redact(outcome.reason)
  const failures = delivery.attempts + 1
  const isLast = outcome.kind === 'gone' || failures >= attempts
  const delayMs = backOffMs(failures, delays, random)
  const retryAt = isLast ? undefined : new Date(clock.now().getTime() + delayMs).toISOString()
  await lifecycle.fail(delivery, reason, retryAt)
  const { id, type } = delivery.event
  const message = retryAt === undefined ? 'an event is parked' : 'an event was not delivered'
  log.warn(message, { subscriber: name, event: id, type, reason })
}

const keptDays = 14

/** Deletes old deliveries, sent or parked. */
export async function pruneLifecycle(
  days: Pick<WitnessedDays, 'ago'>,
  { lifecycle }: Pick<DeliverPorts, 'lifecycle'>,
): Promise<void> {
  const before = days.ago(keptDays)
  if (before !== undefined) await lifecycle.deleteBefore(before)
}
