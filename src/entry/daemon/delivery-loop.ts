/** Sends subscribers what is due, to each on its own: a slow one holds up nobody else. */
import type { Local } from '../../compose/local.ts'

export interface DeliveryLoop {
  /** Something may have become due. */
  nudge(): void
  /** Resolves when what is being sent has ended. */
  settle(): Promise<unknown>
  close(): void
}

/** Another process may write memories too, and rings no bell here. */
const pollMs = 1_000

export function createDeliveryLoop({ lifecycle, log }: Local, signal: AbortSignal): DeliveryLoop {
  const running = new Map<string, Promise<void>>()
  const poll = setInterval(nudge, pollMs)
  poll.unref()

  function nudge(): void {
    if (signal.aborted) return
    for (const { name } of lifecycle.subscribers()) {
      if (!running.has(name)) running.set(name, deliver(name))
    }
  }

  async function deliver(name: string): Promise<void> {
    try {
      await lifecycle.deliver(name, signal)
    } catch (error) {
      log.error('events could not be delivered', { error, subscriber: name })
    } finally {
      running.delete(name)
    }
  }

  return {
    nudge,
    settle: () => Promise.all(running.values()),
    close: () => clearInterval(poll),
  }
}
