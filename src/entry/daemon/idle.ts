/** What an idle daemon does: gives memory back after a burst, and ends after a long time. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface MemoryKeeper {
  /** To be called with how many events were just ingested, or jobs run. */
  worked(pieces: number): void
  close(): void
}

const quietMs = 1_000
/** A single session leaves too little to be worth a garbage collection. */
const worthwhilePieces = 200

/** V8 alone keeps the memory it once needed until it needs more. */
export function createMemoryKeeper(dropCaches: () => void): MemoryKeeper {
  let since = 0
  let timer: NodeJS.Timeout | undefined
  return {
    worked(pieces) {
      since += pieces
      clearTimeout(timer)
      if (since < worthwhilePieces) return
      timer = setTimeout(() => {
        since = 0
        dropCaches()
        collectGarbage()
      }, quietMs)
      timer.unref()
    },
    close: () => clearTimeout(timer),
  }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

export interface IdleTimer {
  touch(): void
  close(): void
}

const checkEveryMs = 1_000

/** Calls back once nothing has touched it for so long; the next session starts another daemon. */
export function createIdleTimer(idleMinutes: () => number, onIdle: () => void): IdleTimer {
  let touchedAt = performance.now()
  const timer = setInterval(() => {
    const limitMs = idleMinutes() * 60_000
    if (limitMs > 0 && performance.now() - touchedAt >= limitMs) onIdle()
  }, checkEveryMs)
  timer.unref()
  return {
    touch() {
      touchedAt = performance.now()
    },
    close: () => clearInterval(timer),
  }
}
