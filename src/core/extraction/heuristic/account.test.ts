import { describe, expect, test } from 'vitest'
import { tellsOutcome, withoutAcknowledgement } from './account.ts'

describe('says the outcome', () => {
  test.each([
    'The parser now keeps empty lines.',
    'Moved `retry()` into `http/retry.ts`.',
    'Adding a cache here would hide the bug, so it is left out.',
    'The cause is that `close()` was called twice.',
    'Default: `30 s` → `10 s`',
  ])('%s', (sentence) => {
    expect(tellsOutcome(sentence)).toBe(true)
  })
})

describe('says nothing about the outcome', () => {
  test.each([
    ['a plan', "Let me look at the parser's tests."],
    ['an offer', 'If you want, I can add the other case too.'],
    ['work in progress', 'I’m checking how the parser handles empty lines.'],
    ['work in progress without a subject', 'Running the parser tests and the linter.'],
    ['what the agent knows by now', 'I have a clear picture of the parser now.'],
    ['what the agent looks at', 'I can see the parser in the third file.'],
    ['a commit', 'Commit: `659d3d5`'],
    ['a branch', 'Clean rebase, no conflicts.'],
    ['a pull request', 'Draft PR created: https://example.com/pull/7'],
    ['checks', 'All 40 tests pass.'],
    ['what to try next', 'Try running the parser again.'],
    ['the head of a list', 'The parser has two modes:'],
    ['a heading', 'Future expansion possibilities'],
  ])('%s', (_, sentence) => {
    expect(tellsOutcome(sentence)).toBe(false)
  })
})

test.each([
  ["You're right — the lock is held too long.", 'The lock is held too long.'],
  ['Thank you for the clear direction.', ''],
  ['All done!', ''],
  ['✅ Fixed the lock.', 'Fixed the lock.'],
  ['Rightmost columns are kept.', 'Rightmost columns are kept.'],
  ['Done: `flush()` is called first.', '`flush()` is called first.'],
  ['Done. src/estimate.ts now has feeInCents.', 'src/estimate.ts now has feeInCents.'],
])('"%s" without its acknowledgement is "%s"', (sentence, rest) => {
  expect(withoutAcknowledgement(sentence)).toBe(rest)
})
