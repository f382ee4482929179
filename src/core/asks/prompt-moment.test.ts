import { expect, test } from 'vitest'
import { promptMoment } from './prompt-moment.ts'

const previousAnswer = 'I added the tests with npm and pushed the branch.'

test.each([
  'No, use pnpm here, the lockfile is pnpm’s.',
  'From now on run the linter before you commit.',
  "That's wrong, the port comes from the config.",
  "Let's go with the second option.",
])('"%s" is a moment to ask', (own) => {
  expect(promptMoment({ own, previousAnswer })?.odds).toBeGreaterThanOrEqual(0.5)
})

test.each(['Thanks, looks good.', 'Show me the log of the last run.', 'ok', ''])(
  '"%s" is none',
  (own) => {
    expect(promptMoment({ own, previousAnswer })).toBeUndefined()
  },
)
