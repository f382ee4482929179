import { expect, test } from 'vitest'
import { chosenOf } from './chosen.ts'

const offer = `Two ways:

**Option 1: Keep the prompt** and ask every time
**Option 2: Show a notice** once, on by default

Want me to update the code to show the notice?`

test.each(['2', 'option 2', "let's implement option 2", 'go with the second one', 'do 2.'])(
  '"%s" chooses the second option',
  (answer) => {
    expect(chosenOf(answer, offer)).toMatch(/^Show a notice/)
  },
)

test.each(['yes', 'ok, go ahead!', 'sounds good'])('"%s" agrees to what was offered', (answer) => {
  expect(chosenOf(answer, offer)).toBe('Want me to update the code to show the notice?')
})

test.each([
  ['more than a choice', 'yes, but show it only to admins and only in the first week', offer],
  ['nothing that was offered', 'yes', 'All tests pass.'],
  ['an option that is not there', '7', offer],
  ['no words', '', offer],
])('%s is no choice', (_, answer, before) => {
  expect(chosenOf(answer, before)).toBeUndefined()
})
