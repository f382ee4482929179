import { expect, test } from 'vitest'
import { keepPlaces } from './keep-row-order.ts'

const at = (first: number, letters: string): [number, string][] =>
  [...letters].map((letter, index) => [first + index, letter])

/** What is seen, in order, after `before` was seen and `now` came from the source. */
function seen(before: [number, string][], now: [number, string][]): string {
  const known = new Map(before.map(([place, letter]) => [letter, place]))
  const kept = keepPlaces(known, new Map(now), (letter) => letter)
  return [...kept].map(([, letter]) => letter).join('')
}

test('what was changed stays where it is, though it comes first now', () => {
  expect(seen(at(0, 'abcde'), at(0, 'dabce'))).toBe('abcde')
})

test('new rows come first', () => {
  expect(seen(at(0, 'abcde'), at(0, 'xydabc'))).toBe('xyabcd')
})

test('removed rows leave no gap', () => {
  expect(seen(at(0, 'abcde'), at(0, 'dace'))).toBe('acde')
})

test('rows fetched while scrolling go where they belong', () => {
  expect(seen(at(0, 'abc'), [...at(0, 'cab'), ...at(3, 'def')])).toBe('abcdef')
  expect(seen([...at(0, 'ab'), ...at(4, 'ef')], at(0, 'abcdef'))).toBe('abcdef')
})

test('far down, too, a row stays although it is fetched with the first ones', () => {
  const before = [...at(0, 'abc'), ...at(50, 'uvwx')]
  const now = [...at(0, 'wab'), ...at(50, 'tuvx')]
  expect(seen(before, now).slice(3)).toBe('uvwx')
})

test('what two pages hold is there once', () => {
  expect(seen([], [...at(0, 'abc'), ...at(3, 'cde')])).toBe('abcde')
})
