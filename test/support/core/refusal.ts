/** The error that work was refused with; that it was not is a failure. */
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
