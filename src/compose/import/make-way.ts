import { constants, setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'

/** For a process that only does work which can wait: others go first, and memory stays small. */
export function makeWay(): void {
  // The heap is collected when it has grown by a fifth; by default it doubles.
  setFlagsFromString('--heap-growing-percent=20')
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Some systems do not let us; then it shares the processor like others.
  }
}
