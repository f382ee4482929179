/**
 * Lets the daemon sleep until there is work: its loops check soon after a file in the home folder changed
 * (the database, the settings, the sign-in), at their own times, and occasionally for changes that no
 * watcher reports.
 */
import type { FolderWatch } from '../../core/ports/spool.ts'

export interface Waker {
  onWake(check: () => void): void
  close(): void
}

const slowPollMs = 30_000
/** Where the system cannot watch a folder, for example because its watches are used up. */
const fastPollMs = 2_000
/** A transaction writes several times. */
const settleMs = 200

/** @param watch the folders to watch for changes */
export function createWaker(watch: (onChange: () => void) => FolderWatch): Waker {
  const checks: (() => void)[] = []
  let soon: NodeJS.Timeout | undefined
  const watcher = watch(() => {
    soon ??= setTimeout(wake, settleMs).unref()
  })
  let poll = setTimeout(wake, fastPollMs).unref()

  function wake(): void {
    clearTimeout(soon)
    clearTimeout(poll)
    soon = undefined
    poll = setTimeout(wake, watcher.isWorking() ? slowPollMs : fastPollMs).unref()
    for (const check of checks) check()
  }

  return {
    onWake: (check) => void checks.push(check),
    close() {
      clearTimeout(soon)
      clearTimeout(poll)
      watcher.close()
    },
  }
}

export interface Alarm {
  /** Replaces the time set before. A time after the next regular check needs no alarm. */
  set(inMs: number | undefined): void
  close(): void
}

export function createAlarm(ring: () => void): Alarm {
  let timer: NodeJS.Timeout | undefined
  return {
    set(inMs) {
      clearTimeout(timer)
      if (inMs !== undefined && inMs <= slowPollMs) {
        timer = setTimeout(ring, Math.max(inMs, 0)).unref()
      }
    },
    close: () => clearTimeout(timer),
  }
}
