/** Long work in steps, so that it can be done at once or with pauses in which others get their turn. */
import { isTurnOver, yieldToEventLoop } from './yield-to-event-loop.ts'

export type Steps<Result> = Generator<void, Result>

export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

export async function finishWithPauses<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (isTurnOver()) await yieldToEventLoop()
  }
}
