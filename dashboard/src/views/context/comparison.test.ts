import { expect, test } from 'vitest'
import { compareLines } from './comparison.tsx'

const line = (id: string, text = id) => ({ id, text })

const onlyHere = (here: ReturnType<typeof line>[], there: ReturnType<typeof line>[]) =>
  compareLines(here, there)
    .filter(({ isOnlyHere }) => isOnlyHere)
    .map((each) => each.line.text)

test('a line that the other context lacks is only here', () => {
  expect(onlyHere([line('a'), line('b')], [line('b'), line('c')])).toEqual(['a'])
  expect(onlyHere([], [line('a')])).toEqual([])
})

test('a reworded memory is another line', () => {
  expect(onlyHere([line('a', 'new')], [line('a', 'old')])).toEqual(['new'])
})
