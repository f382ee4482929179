import { expect, test } from 'vitest'
import { isErrand } from './errand.ts'

test.each([
  "Let's keep going.",
  'Commit this, then push and open a draft PR.',
  'Implement the proposed fix in the plan.',
  '/review 158.',
  'Can you check the logs? Then continue.',
])('"%s" is an errand', (said) => {
  expect(isErrand(said)).toBe(true)
})

test.each([
  'Run the linter before every commit.',
  'Commit this, but never push to main.',
  "Let's use tabs.",
  'Implement the parser as a state machine.',
  'Commit this. The parser should keep empty lines.',
])('"%s" says more', (said) => {
  expect(isErrand(said)).toBe(false)
})
