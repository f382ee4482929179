import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jobRetryDelayMs, maxAttempts } from './job-queue.ts'

const attempt = fc.integer({ min: 1, max: maxAttempts - 1 })
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('the delay before a retry', () => {
  test('doubles from two seconds', () => {
    expect([1, 2, 3, 4].map((n) => jobRetryDelayMs(n, () => 0))).toEqual([
      2_000, 4_000, 8_000, 16_000,
    ])
  })

  test('lies between the plain delay and one and a half of it', () => {
    fc.assert(
      fc.property(attempt, random, (n, chance) => {
        const plain = 2_000 * 2 ** (n - 1)
        const delay = jobRetryDelayMs(n, () => chance)
        expect(delay).toBeGreaterThanOrEqual(plain)
        expect(delay).toBeLessThanOrEqual(plain * 1.5)
      }),
    )
  })

  test('is spread by chance, so that jobs that failed together return apart', () => {
    expect(jobRetryDelayMs(1, () => 0.1)).not.toBe(jobRetryDelayMs(1, () => 0.9))
  })

  test('is not given any more when it is enough', () => {
    fc.assert(
      fc.property(fc.integer({ min: maxAttempts, max: 10_000 }), random, (n, chance) => {
        expect(jobRetryDelayMs(n, () => chance)).toBeUndefined()
      }),
    )
  })
})
