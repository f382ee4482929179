import { expect, test } from 'vitest'
import { tellsOutcome } from './outcome.ts'

const answer = 'I moved the retries into `http/retry.ts` and the tests of the client pass.'

test.each([
  'now it works',
  'yes, that was it',
  'Thanks! Go on.',
  'it’s working',
  'Let us draw the login page with a big blue header.',
])('"%s" shows an outcome', (prompt) => {
  expect(tellsOutcome(prompt, answer)).toBe(true)
})

test.each([
  'the tests of the client still fail with the retries',
  'why?',
  'show me the retries',
  '',
])('"%s" does not', (prompt) => {
  expect(tellsOutcome(prompt, answer)).toBe(false)
})

test('the first prompt of a session shows none', () => {
  expect(tellsOutcome('thanks for your help', undefined)).toBe(false)
})
