import { expect, it } from 'vitest'
import { rankOf, summarise } from './summary.ts'

it('ranks the first found text that answers, also one kept for two like texts', () => {
  const answers = new Map([
    ['a', ['D1:1']],
    ['b', ['D1:2', 'D1:3']],
  ])

  expect(rankOf(['a', 'b'], ['D1:3'], answers)).toBe(2)
  expect(rankOf(['a', 'b'], ['D9:9'], answers)).toBe(0)
})

it('counts hits and empty answers as shares of all questions', () => {
  const one = { rank: 0, found: 0, milliseconds: 1, characters: 10 }

  const asked = summarise([one, { ...one, rank: 1, found: 5 }, { ...one, rank: 4, found: 5 }, one])

  expect(asked).toMatchObject({ questions: 4, hitAt1: 25, hitAt5: 50, nothingFound: 50 })
})
