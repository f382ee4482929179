/** Limits how long reading one event may take, so that no event holds up the others. */

export interface TimeLimit {
  /** @throws TooSlowError from within the work, however busy it is */
  run<T>(work: () => T): T
  /** @throws TooSlowError; the work goes on, but nobody waits for it */
  wait<T>(work: Promise<T>): Promise<T>
}

export class TooSlowError extends Error {
  override readonly name = 'TooSlowError'
}
