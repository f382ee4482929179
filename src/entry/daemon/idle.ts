/** An idle daemon gives memory back after a burst, and ends after a long time. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const quietMs = 1_000
/** A single session leaves too little to be worth a garbage collection. */
const worthwhilePieces = 200

/** V8 by itself keeps the memory it once needed. */
export function createMemoryKeeper(dropCaches: () => void) {
  let since = 0
  let timer: NodeJS.Timeout | undefined
  return {
    /** @param pieces events just ingested, or jobs just run */
    worked(pieces: number): void {
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

const checkEveryMs = 1_000

/** Calls back after that time without a touch; the next session starts another daemon. */
export function createIdleTimer(idleMinutes: () => number, onIdle: () => void) {
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
