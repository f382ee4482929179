/** Gives memory back after a burst: V8 alone keeps what it once needed until it needs more. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface MemoryKeeper {
  /** So many events were just taken in. */
  worked(events: number): void
  close(): void
}

const quietMs = 1_000
/** A single session's events are not worth a collection. */
const worthwhileEvents = 200

export function createMemoryKeeper(): MemoryKeeper {
  let since = 0
  let timer: NodeJS.Timeout | undefined
  return {
    worked(events) {
      since += events
      clearTimeout(timer)
      if (since < worthwhileEvents) return
      timer = setTimeout(() => {
        since = 0
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
