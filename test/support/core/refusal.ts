/** The error that work is refused with; fails if it is not refused. */
import { ThroughlineError } from '../../../src/contract/errors.ts'

export function refusal(work: () => unknown): ThroughlineError {
  try {
    work()
  } catch (error) {
    if (error instanceof ThroughlineError) return error
    throw error
  }
  throw new Error('it was accepted')
}
