import { expect, test } from 'vitest'
import { reportsTrouble } from './report.ts'

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
