/**
 * Lets the daemon sleep until there is something to do: its loops look for work soon after a file of the
 * home folder changed (the database, the settings, the sign-in), at times of their own, and now and then
 * for changes that no watcher reports.
 */
import type { FolderWatch } from '../../core/ports/spool.ts'

export interface Waker {
  onWake(look: () => void): void
  close(): void
}

const slowPollMs = 30_000
/** Where the system cannot watch a folder, for example because its watches are used up. */
const fastPollMs = 2_000
/** A transaction writes several times. */
const settleMs = 200

/** @param watch of the folders in which changes are reported */
export function createWaker(watch: (onChange: () => void) => FolderWatch): Waker {
  const looks: (() => void)[] = []
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
    for (const look of looks) look()
  }

  return {
    onWake: (look) => void looks.push(look),
    close() {
      clearTimeout(soon)
      clearTimeout(poll)
      watcher.close()
    },
  }
}

export interface Alarm {
  /** Replaces the time set before. A time beyond the next look of the waker needs no alarm. */
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
