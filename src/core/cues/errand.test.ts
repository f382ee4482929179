import { expect, test } from 'vitest'
import { isErrand } from './errand.ts'

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
