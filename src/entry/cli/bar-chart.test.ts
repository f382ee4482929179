import { expect, it } from 'vitest'
import { bars } from './bar-chart.ts'

it('gives the largest the whole width and the others their share', () => {
  expect(bars([4, 2, 1, 0], 4)).toEqual(['████', '██', '█', ''])
  expect(bars([8, 5], 1)).toEqual(['█', '▋'])
})

it('shows what is small, and nothing where there is nothing', () => {
  expect(bars([1_000, 0.001], 10)).toEqual(['██████████', '▏'])
  expect(bars([0, 0], 10)).toEqual(['', ''])
  expect(bars([], 10)).toEqual([])
  expect(bars([1], 0)).toEqual([''])
})
