/**
 * Versions grow by random steps. After a restore the server counts on from the backup, and a version
 * must not come to mean two texts: clients that know either would take them for the same.
 */
export type RandomBelow = (limit: number) => number

const largestStep = 2 ** 20

export function versionAfter(former: number, randomBelow: RandomBelow): number {
  return former + 1 + randomBelow(largestStep)
}
