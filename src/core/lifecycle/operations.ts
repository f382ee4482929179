/** The subscriber operations of the contract. */
import { ThroughlineError } from '../../contract/errors.ts'
import { sampleEvent } from '../../contract/lifecycle-samples.ts'
import { nearestName } from '../../contract/nearest-name.ts'
import type { OperationHandlers } from '../../contract/operations/index.ts'
import type { subscriberOperations } from '../../contract/operations/maintenance.ts'
import type { Subscriber } from '../../contract/setting-types.ts'
import type { KeptDelivery, LifecycleStore, SendEvent } from '../ports/lifecycle.ts'
import type { Redactor } from '../ports/redactor.ts'

export interface SubscriberPorts {
  readonly subscribers: () => readonly Subscriber[]
  readonly lifecycle: LifecycleStore
  readonly sendEvent: SendEvent
  readonly redactor: Redactor
}

type Handlers = Pick<OperationHandlers, keyof typeof subscriberOperations>

export function createSubscriberOperations(ports: SubscriberPorts): Handlers {
  const { subscribers, lifecycle, sendEvent, redactor } = ports
  return {
    async listSubscribers() {
      const counts = new Map((await lifecycle.counts()).map((each) => [each.subscriber, each]))
      return {
        subscribers: subscribers().map((subscriber) => ({
          name: subscriber.name,
          target: targetOf(subscriber),
          events: subscriber.events,
          projects: subscriber.projects,
          delivered: 0,
          waiting: 0,
          parked: 0,
          ...counts.get(subscriber.name),
        })),
      }
    },
    async listDeliveries({ subscriber, limit }) {
      const kept = await lifecycle.list({ subscriber, limit })
      if (kept.length === 0 && subscriber !== undefined) pick(subscribers(), subscriber)
      return { deliveries: kept.map(toOutput) }
    },
    async retryDeliveries({ subscriber }) {
      if (subscriber !== undefined) pick(subscribers(), subscriber)
      return { retried: await lifecycle.retry(subscriber) }
    },
    async testSubscriber({ subscriber: name }) {
      const subscriber = pick(subscribers(), name)
      const results: Awaited<ReturnType<Handlers['testSubscriber']>>['results'] = []
      for (const type of subscriber.events) {
        const sample = sampleEvent(type)
        const outcome = await sendEvent(subscriber, sample, new AbortController().signal)
        results.push(
          outcome.kind === 'accepted'
            ? { type, accepted: true }
            : { type, accepted: false, error: redactor.redact(outcome.reason) },
        )
      }
      return { results }
    },
  }
}

/** Without arguments and paths, which may be private. */
function targetOf({ command, url }: Subscriber): string {
  return url === undefined ? (command?.[0] ?? '') : new URL(url).origin
}

function pick(all: readonly Subscriber[], name: string): Subscriber {
  const found = all.find((each) => each.name === name)
  if (found) return found
  const nearest = nearestName(
    name,
    all.map((each) => each.name),
  )
  throw new ThroughlineError('not-found', `there is no subscriber "${name}"`, {
    hint: nearest ? `did you mean "${nearest}"?` : 'throughline subscribers lists them',
  })
}

function toOutput({ event, status, nextAt, ...delivery }: KeptDelivery) {
  return {
    ...delivery,
    eventId: event.id,
    type: event.type,
    sessionId: event.sessionId,
    sequence: event.sequence,
    at: event.at,
    status,
    nextAt: status === 'pending' ? nextAt : undefined,
  }
}
