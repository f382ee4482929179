/**
 * Lifecycle events on the local store: recorded with the change they report, sent by the daemon. The
 * sending code is loaded for the first subscriber, because most people have none.
 */
import { readInstructions } from '../adapters/filesystem/host-files.ts'
import { hostProtocols } from '../adapters/hosts/hosts.ts'
import { sha256 } from '../adapters/ids.ts'
import { removePrivateSpans } from '../adapters/redaction/marker.ts'
import type { Config } from '../contract/config.ts'
import type { Subscriber } from '../contract/setting-types.ts'
import type { DeliverPorts } from '../core/lifecycle/deliver.ts'
import { type RecordPorts, recordLifecycleEvents } from '../core/lifecycle/record-events.ts'
import type { SendEvent } from '../core/ports/lifecycle.ts'
import type { Runtime } from '../core/ports/runtime.ts'
import type { Store } from '../core/ports/store.ts'
import type { Environment } from '../home/config.ts'
import { version } from '../home/version.ts'
import { systemClock } from './surroundings.ts'

export interface LifecycleParts extends Pick<Runtime, 'redactor' | 'log'> {
  readonly store: Store
  readonly config: () => Config
  readonly env: Environment
  readonly userHome: string
}

export interface Lifecycle {
  /** Records what happened since, for subscribers. */
  record(): Promise<void>
  readonly sendEvent: SendEvent
  /** Empty while Throughline is switched off. */
  readonly subscribers: () => readonly Subscriber[]
  deliver(subscriber: string, signal: AbortSignal): Promise<void>
}

const instructionPlaces = (host: string) =>
  hostProtocols.find(({ name }) => name === host)?.instructions

export function createLifecycle(parts: LifecycleParts): Lifecycle {
  const { store, config, env, userHome } = parts
  const subscribers = () => (config().enabled ? config().subscribers : [])
  const sendEvent: SendEvent = async (...given) => {
    const { createEventSender } = await import('../adapters/subscribers/send-event.ts')
    const settings = { env, folder: userHome, clock: systemClock, version }
    return createEventSender(settings)(...given)
  }
  const ports: DeliverPorts = {
    ...parts,
    ...store,
    sendEvent,
    clock: systemClock,
    random: Math.random,
    startTokens: () => config().context.startTokens,
    instructionPlaces,
    readInstructions,
    clean: (text) => parts.redactor.redact(removePrivateSpans(text)),
  }
  const recording: RecordPorts = {
    store,
    subscribers,
    hash: sha256,
    userHome,
    answerDeadlineMs: () => config().hook.deadlineMs,
    hasInstructionPlaces: (host) => instructionPlaces(host) !== undefined,
  }
  return {
    record: () => recordLifecycleEvents(recording),
    sendEvent,
    subscribers,
    async deliver(name, signal) {
      const { deliverDue } = await import('../core/lifecycle/deliver.ts')
      await deliverDue(() => subscribers().find((each) => each.name === name), ports, signal)
    },
  }
}
