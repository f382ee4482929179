/** Keeps the spool empty: drains when an event arrives, and retries with growing pauses. */
import { backOffMs } from '../../core/jobs/back-off.ts'
import type { Log } from '../../core/ports/runtime.ts'
import { createAlarm } from './waker.ts'

export interface DrainLoop {
  /** Drains soon. */
  nudge(): void
  /** Resolves when everything in the spool at the call has been tried. */
  settle(): Promise<void>
  stop(): Promise<void>
}

export interface DrainLoopParts {
  /** @returns in how many ms to drain again, for events that could not be read */
  readonly drain: (signal: AbortSignal) => Promise<number | undefined>
  readonly log: Log
}

const retries = { firstMs: 250, longestMs: 10_000 }

export function createDrainLoop({ drain, log }: DrainLoopParts): DrainLoop {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  const again = createAlarm(nudge)

  function nudge(): void {
    if (stopping.signal.aborted || retry) return
    if (running) {
      isAskedAgain = true
      return
    }
    running = once().finally(() => {
      running = undefined
      if (!isAskedAgain) return
      isAskedAgain = false
      nudge()
    })
  }

  async function once(): Promise<void> {
    try {
      again.set(await drain(stopping.signal))
      failures = 0
    } catch (error) {
      if (stopping.signal.aborted) return
      failures += 1
      const delayMs = backOffMs(failures, retries)
      log.error('the spool could not be drained; its events wait', { error, retryInMs: delayMs })
      retry = setTimeout(() => {
        retry = undefined
        nudge()
      }, delayMs)
    }
  }

  return {
    nudge,
    async settle() {
      if (running) await running
      nudge()
      await running
    },
    async stop() {
      again.close()
      clearTimeout(retry)
      stopping.abort()
      await running
    },
  }
}
