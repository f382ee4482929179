import { expect, test } from 'vitest'
import { retractsLast } from './retraction.ts'

test.each([
  'Never mind.',
  'never mind, we will look at it later',
  'nvm, the old port is fine',
  'Scrap that.',
  'No wait, forget what I said.',
  'I changed my mind. Keep the old logo.',
  'On second thought, leave the cache alone.',
  'Please revert that.',
  'Undo the last change and run the tests.',
  'Hmm. Revert the changes you just made.',
])('%j takes back what was said before', (words) => {
  expect(retractsLast(words)).toBe(true)
})

test.each([
  'Forget about the old API in new code.',
  'Ignore that folder in the linter.',
  'Revert that. I said port 5433.',
  'Revert the migration in staging before each release.',
  'The undo button should be blue.',
  'Add a test. Rename it. Then never mind the rest.',
])('%j does not', (words) => {
  expect(retractsLast(words)).toBe(false)
})
