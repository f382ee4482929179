/** The kinds of background work, and when a failed job is tried again. */

export const jobKinds = [
  'digest-turn',
  'digest-session',
  'extract',
  'consolidate',
  'embed',
  'check-files',
  'compile-wiki',
  'prune',
  'sync',
] as const

export type JobKind = (typeof jobKinds)[number]

export const maxAttempts = 5

const firstDelayMs = 2_000
const longestDelayMs = 10 * 60_000

/**
 * How long to wait after the given attempt failed: doubling from 2 s, up to half of it added at
 * random so that jobs that failed together do not return together; undefined when it is enough.
 */
export function retryDelayMs(attempt: number, random: () => number): number | undefined {
  if (attempt >= maxAttempts) return undefined
  const delay = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs)
  return Math.round(delay * (1 + random() / 2))
}
