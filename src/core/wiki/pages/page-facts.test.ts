import { expect, test } from 'vitest'
import { firstWords } from './page-facts.ts'

test.each([
  ['Queries are in `internal/*/queries.sql`.', 'Queries are in internal/*/queries.sql'],
  ['**Always** use *tabs*', 'Always use tabs'],
  ['See [[concepts/cart]] first', 'See concepts/cart first'],
])('%s', (content, title) => {
  expect(firstWords(content)).toBe(title)
})
