/** Hooks wait for their answer on the only thread, so long computations yield to the event loop. */

const longestTurnMs = 10

let turnBeganAt = 0

/** For loops whose steps are shorter than an await. */
export function isTurnOver(): boolean {
  return performance.now() - turnBeganAt >= longestTurnMs
}

/**
 * Await it often in a long loop: it yields once the loop has held the thread for 10 ms. Not inside a
 * transaction, which keeps other writers waiting anyway.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (!isTurnOver()) return
  await new Promise<void>((resolve) => setTimeout(resolve))
  turnBeganAt = performance.now()
}

/** Long work in steps, to be done at once or with pauses for the event loop. */
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
