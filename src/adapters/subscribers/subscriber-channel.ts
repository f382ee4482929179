/** Sends events to a subscriber's command or URL, within its time limit. */

import type { LifecycleEvent } from '../../contract/lifecycle.ts'
import type { Subscriber } from '../../contract/setting-types.ts'
import type { SendOutcome, SubscriberChannel } from '../../core/ports/lifecycle.ts'
import type { Clock } from '../../core/ports/runtime.ts'
import { pipeEvent } from './command.ts'
import { postEvent } from './webhook.ts'

export interface ChannelParts {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Working folder of commands. */
  readonly folder: string
  readonly clock: Clock
  readonly version: string
}

export function createSubscriberChannel(parts: ChannelParts): SubscriberChannel {
  return {
    async send(subscriber, event, signal) {
      const { timeoutSeconds } = subscriber
      const timeout = AbortSignal.timeout(timeoutSeconds * 1_000)
      try {
        return await sendWithin(subscriber, event, AbortSignal.any([signal, timeout]), parts)
      } catch (error) {
        const reason = timeout.aborted
          ? `did not finish within ${timeoutSeconds} s`
          : reasonOf(error)
        return { kind: 'failed', reason }
      }
    },
  }
}

async function sendWithin(
  { command, url, secretVariable }: Subscriber,
  event: LifecycleEvent,
  signal: AbortSignal,
  { env, folder, clock, version }: ChannelParts,
): Promise<SendOutcome> {
  if (url === undefined) return pipeEvent({ command: command ?? [], env, folder }, event, signal)
  const secret = env[secretVariable]
  if (secretVariable !== '' && !secret) {
    return { kind: 'failed', reason: `${secretVariable} is not set where the daemon runs` }
  }
  const timestamp = Math.floor(clock.now().getTime() / 1_000)
  return postEvent({ url, secret, timestamp, version }, event, signal)
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const below = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(below instanceof Error)) return String(below)
  return below.message || ('code' in below ? String(below.code) : below.name)
}
