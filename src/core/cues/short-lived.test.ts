import { describe, expect, test } from 'vitest'
import { isErrand, reportsTrouble, retractsLast } from './short-lived.ts'

test.each([
  "Let's keep going.",
  'Commit this, then push and open a draft PR.',
  'Implement the proposed fix in the plan.',
  '/review 158.',
  'Can you check the logs? Then continue.',
  'Rename the flag in this file.',
  'Now fix the test.',
  'Update @apps/api/README.md. Then add a note about the port.',
  'Create a new branch for the next phase and begin.',
  'Make sure the extension runs.',
  'npm install --save-dev prettier@3',
])('"%s" is an errand', (said) => {
  expect(isErrand(said)).toBe(true)
})

test.each([
  'Run the linter before every commit.',
  'Commit this, but never push to main.',
  "Let's use tabs.",
  'Rename the flag, because the old name is reserved.',
  'Add a flag that is off by default.',
  'Fix the test. We keep fixtures small.',
  'Implement the parser as a state machine.',
  'Commit this. The parser should keep empty lines.',
])('"%s" says more', (said) => {
  expect(isErrand(said)).toBe(false)
})

describe('report', () => {
  test.each([
    'The importer is broken since the last release.',
    '`parseDates` is not used anywhere.',
    'The retry helper doesn’t work with streams.',
    'src/cache.ts leaks handles when a request is aborted.',
    'There are no tests for the scheduler.',
  ])('%j reports trouble', (said) => {
    expect(reportsTrouble(said)).toBe(true)
  })

  test.each([
    'The importer should skip broken rows.',
    'Use the retry helper for streams.',
    'We deploy from main on Fridays.',
    'Throw when the token is missing.',
  ])('%j reports none', (said) => {
    expect(reportsTrouble(said)).toBe(false)
  })
})

describe('retraction', () => {
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
})
