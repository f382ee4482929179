/**
 * Hears of changes by LISTEN, and looks for them while it cannot. A pooler may take a LISTEN and give
 * the connection to somebody else, and a dead connection may look alive: so it sends itself a message
 * from another connection now and then, and counts as deaf until that arrives.
 */
import { randomInt } from 'node:crypto'
import { listenForChanges } from './listen.ts'

export interface HearingParts {
  readonly url: string
  /** From another connection than the one that listens. */
  notify(organisation: string, sequence: number): Promise<void>
  onChange(organisation: string, sequence: number): void
  /** Anything may have changed. */
  look(): Promise<void>
  onError(error: unknown): void
  readonly probeEveryMs?: number
  readonly lookEveryMs?: number
}

export interface Hearing {
  isHearing(): boolean
  stop(): Promise<void>
}

const probe = 'probe'

export function hearChanges(parts: HearingParts): Hearing {
  const { url, onError, probeEveryMs = 30_000, lookEveryMs = 2_000 } = parts
  let isHearing = false
  let looking: Promise<void> | undefined
  /** What was sent last and has not arrived. */
  let sent: number | undefined
  const listening = listenForChanges(url, {
    onChange(organisation, sequence) {
      if (organisation !== probe) return parts.onChange(organisation, sequence)
      if (sequence !== sent) return
      sent = undefined
      isHearing = true
      // What happened before is unknown.
      look()
    },
    onConnect: sendProbe,
    onError(error) {
      isHearing = false
      onError(error)
    },
  })
  const probing = setInterval(() => {
    if (sent !== undefined) {
      isHearing = false
      listening.renew()
    } else sendProbe()
  }, probeEveryMs).unref()
  const polling = setInterval(() => {
    if (!isHearing) look()
  }, lookEveryMs).unref()

  /** Other processes hear it too and know by the number that it is not theirs. */
  function sendProbe(): void {
    sent = randomInt(2 ** 31)
    parts.notify(probe, sent).catch(onError)
  }

  function look(): void {
    looking ??= parts
      .look()
      .catch(onError)
      .finally(() => {
        looking = undefined
      })
  }

  return {
    isHearing: () => isHearing,
    async stop() {
      clearInterval(probing)
      clearInterval(polling)
      await listening.stop()
      await looking
    },
  }
}
