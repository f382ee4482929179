/** The kinds of background jobs, and when a failed job is retried. */

export const jobKinds = [
  'digest-turn',
  'digest-session',
  'extract',
  'consolidate',
  'embed',
  'check-files',
  'follow-memories',
  'compile-wiki',
  'introduce-pages',
  'prune',
] as const

export type JobKind = (typeof jobKinds)[number]

export const maxAttempts = 5

const firstDelayMs = 2_000
const longestDelayMs = 10 * 60_000

/**
 * The delay after a failed attempt: it doubles from 2 s, plus up to half of that at random, so jobs
 * that failed together do not retry together. Undefined after the last attempt.
 */
export function jobRetryDelayMs(attempt: number, random: () => number): number | undefined {
  if (attempt >= maxAttempts) return undefined
  const delay = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs)
  return Math.round(delay * (1 + random() / 2))
}
