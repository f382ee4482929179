import { expect, test } from 'vitest'
import { fuseRankings } from './fuse.ts'

const fuse = (...rankings: string[][]) => fuseRankings(rankings, (item) => item)

test('what several rankings have is before what one has', () => {
  expect(fuse(['a', 'b', 'c'], ['d', 'c', 'e'])[0]).toBe('c')
})

test('one ranking keeps its order, and nothing is lost or doubled', () => {
  expect(fuse(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
  expect(fuse(['a', 'b'], ['b', 'c']).sort()).toEqual(['a', 'b', 'c'])
  expect(fuse([], [])).toEqual([])
})

test('ties stay in the order of the first ranking', () => {
  expect(fuse(['a', 'b'], ['c', 'd'])).toEqual(['a', 'c', 'b', 'd'])
})
