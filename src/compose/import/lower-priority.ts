import { constants, setPriority } from 'node:os'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** For a process whose work can wait: others go first, and its memory stays small. */
export function lowerPriority(): void {
  limitYoungGeneration()
  // Collect when the rest has grown by a quarter; the default is to double or more.
  setFlagsFromString('--heap-growing-percent=25')
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Some systems refuse; the process then runs at normal priority.
  }
}

/** For both halves together. Node would take up to 128 MB without being much faster. */
const youngBytes = 16 * 1024 * 1024
const lookEveryMs = 20

/** Node fixes the limit of the young generation when it starts, but not how much it grows. */
function limitYoungGeneration(): void {
  const limit = () => {
    if (youngSize() < youngBytes) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(looking)
  }
  const looking = setInterval(limit, lookEveryMs)
  looking.unref()
  limit()
}

function youngSize(): number {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  return young?.space_size ?? youngBytes
}
