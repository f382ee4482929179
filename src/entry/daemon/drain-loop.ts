/** Keeps the spool empty: drains when an event arrives, and retries with growing pauses. */
import { backOffMs } from '../../core/jobs/back-off.ts'
import type { Log } from '../../core/ports/runtime.ts'

export interface DrainLoop {
  /** Drains soon. */
  nudge(): void
  /** Resolves when everything in the spool at the call has been tried. */
  settle(): Promise<void>
  stop(): Promise<void>
}

export interface DrainLoopParts {
  readonly drain: (signal: AbortSignal) => Promise<void>
  readonly log: Log
  /** Catches what the watcher missed, for example on a network file system. */
  readonly pollMs: number
}

const retries = { firstMs: 250, longestMs: 10_000 }

export function createDrainLoop({ drain, log, pollMs }: DrainLoopParts): DrainLoop {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  const poll = setInterval(nudge, pollMs)
  poll.unref()

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
      await drain(stopping.signal)
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
      clearInterval(poll)
      clearTimeout(retry)
      stopping.abort()
      await running
    },
  }
}
