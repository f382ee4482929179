import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backOffMs } from './back-off.ts'

const pauses = { firstMs: 2_000, longestMs: 600_000 }

test('a pause doubles from the first', () => {
  expect([1, 2, 3, 4].map((failures) => backOffMs(failures, pauses))).toEqual([
    2_000, 4_000, 8_000, 16_000,
  ])
})

test('a pause can grow by another factor', () => {
  const quick = { ...pauses, factor: 4 }
  expect([1, 2, 3].map((failures) => backOffMs(failures, quick))).toEqual([2_000, 8_000, 32_000])
})

test('chance makes a pause up to half longer', () => {
  expect(backOffMs(1, pauses, () => 0.5)).toBe(2_500)
})

test('a pause is never shorter than the previous one, nor longer than the longest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 10_000 }), (failures) => {
      const pauseMs = backOffMs(failures, pauses)
      expect(pauseMs).toBeGreaterThanOrEqual(backOffMs(failures - 1, pauses))
      expect(pauseMs).toBeLessThanOrEqual(pauses.longestMs)
    }),
  )
})
