/** Gives memory back after a burst: V8 alone keeps what it once needed until it needs more. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface MemoryKeeper {
  /** So many events were just taken in, or jobs run. */
  worked(pieces: number): void
  close(): void
}

const quietMs = 1_000
/** What a single session leaves is not worth a collection. */
const worthwhilePieces = 200

/** @param dropCaches what else can be given back */
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
