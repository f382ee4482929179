/** When a delivery that failed is tried again: receivers are restarted in minutes, not in hours. */
const firstDelayMs = 2_000
const longestDelayMs = 15 * 60_000

/** Four times as long each time, up to half of it added at random; undefined when it is enough. */
export function retryDelayMs(
  failures: number,
  attempts: number,
  random: () => number,
): number | undefined {
  if (failures >= attempts) return undefined
  const delay = Math.min(firstDelayMs * 4 ** (failures - 1), longestDelayMs)
  return Math.round(delay * (1 + random() / 2))
}
