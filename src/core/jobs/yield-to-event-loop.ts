/** There is one thread, and hooks wait for their answer on it: whoever computes for long gives way. */

const longestTurnMs = 10

let turnBeganAt = 0

/**
 * To be awaited often; lets others have a turn when this one lasted long enough. Never within a
 * transaction, since those who want to write would have to wait all the same.
 */
export async function giveWay(): Promise<void> {
  if (performance.now() - turnBeganAt < longestTurnMs) return
  await new Promise<void>((resolve) => setTimeout(resolve))
  turnBeganAt = performance.now()
}
