/** Capture and memory with subscribers that accept everything. */
import type { z } from 'zod'
import { readInstructions } from '../../../src/adapters/filesystem/host-files.ts'
import { hostProtocols } from '../../../src/adapters/hosts/hosts.ts'
import { removePrivateSpans } from '../../../src/adapters/redaction/marker.ts'
import { type LifecycleEvent, lifecycleEvents } from '../../../src/contract/lifecycle.ts'
import {
  type Subscriber,
  subscribers as subscriberList,
} from '../../../src/contract/setting-types.ts'
import { type DeliverPorts, deliverDue } from '../../../src/core/lifecycle/deliver.ts'
import { recordLifecycleEvents } from '../../../src/core/lifecycle/record-events.ts'
import type { SendEvent } from '../../../src/core/ports/lifecycle.ts'
import { makeTemporaryFolder } from '../homes/temporary-folder.ts'
import { type Capture, openCapture, sha256 } from './capture.ts'

export type Lifecycle = Awaited<ReturnType<typeof openLifecycle>>

type GivenSubscriber = z.input<typeof subscriberList>[number]

export const toChat: GivenSubscriber = { name: 'chat', command: ['true'] }

export async function openLifecycle(given: readonly GivenSubscriber[] = [toChat]) {
  let subscribers: readonly Subscriber[] = subscriberList.parse(given)
  const capture: Capture = await openCapture()
  const { store, clock } = capture
  const userHome = makeTemporaryFolder()
  const instructionPlaces = (host: string) =>
    hostProtocols.find(({ name }) => name === host)?.instructions
  const record = () =>
    recordLifecycleEvents({
      store,
      subscribers: () => subscribers,
      hash: sha256,
      userHome,
      answerDeadlineMs: () => 1_000,
      hasInstructionPlaces: (host) => instructionPlaces(host) !== undefined,
    })
  let projectId: string | undefined
  const warnings: string[] = []
  const ports: Omit<DeliverPorts, 'sendEvent'> = {
    ...store,
    clock,
    redactor: capture.parts.redactor,
    random: () => 0,
    startTokens: () => 1_500,
    userHome,
    instructionPlaces,
    readInstructions,
    clean: (text) => capture.parts.redactor.redact(removePrivateSpans(text)),
    log: {
      info: () => undefined,
      warn: (message) => warnings.push(message),
      error: () => undefined,
    },
  }

  async function deliver(
    sendEvent: SendEvent,
    subscriber = 'chat',
    signal = new AbortController().signal,
  ): Promise<void> {
    await record()
    const find = () => subscribers.find(({ name }) => name === subscriber)
    return deliverDue(find, { ...ports, sendEvent }, signal)
  }

  return {
    ...capture,
    userHome,
    warnings,
    deliver,
    record,
    async change(others: readonly GivenSubscriber[]) {
      await record()
      subscribers = subscriberList.parse(others)
    },
    async take(...args: Parameters<Capture['take']>) {
      capture.deliver(...args)
      const place = { kind: 'enabled', ...(projectId && { projectId }) } as const
      return capture.drain({ placeOf: async () => place })
    },
    /** Later events happen in this project. */
    placeIn(id: string) {
      projectId = id
    },
    prune: () => capture.prune(),
    /** Everything a subscriber has got, checked against the contract. */
    async told(subscriber = 'chat'): Promise<LifecycleEvent[]> {
      clock.advance(1_000)
      const events: LifecycleEvent[] = []
      const sendEvent: SendEvent = async (_, event) => {
        events.push(strictly(event))
        return { kind: 'accepted' }
      }
      await deliver(sendEvent, subscriber)
      return events
    },
  }
}

/** As a receiver parses it; fields outside the contract fail. */
function strictly(event: LifecycleEvent): LifecycleEvent {
  const sent: unknown = JSON.parse(JSON.stringify(event))
  const parsed = lifecycleEvents[event.type].parse(sent)
  if (JSON.stringify(parsed, sorted) !== JSON.stringify(sent, sorted)) {
    throw new Error(`more than the contract says: ${JSON.stringify(sent)}`)
  }
  return parsed
}

const sorted = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
