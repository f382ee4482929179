import { expect, test } from 'vitest'
import { relevanceOf } from './rank.ts'

test('grows with the match, from about nothing to about one', () => {
  const relevances = [0, 0.1, 0.2, 0.4, 0.8].map((match) => relevanceOf({ match, coverage: 0 }))
  expect(relevances).toEqual(relevances.toSorted((a, b) => a - b))
  expect(relevances[0]).toBeLessThan(0.01)
  expect(relevances.at(-1)).toBeGreaterThan(0.99)
})

test('a text with every word of a short question is worth showing', () => {
  expect(relevanceOf({ match: 0.1, coverage: 1 })).toBeCloseTo(0.3)
  expect(relevanceOf({ match: 0.1, coverage: 0.3 })).toBeLessThan(0.05)
})
