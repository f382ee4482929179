import { expect, test } from 'vitest'
import type { OutputOf } from '../../../api/call.ts'
import { describeSaved } from './describe-saved.ts'

type Change = OutputOf<'saveWikiPage'>['changes'][number]

const changes = (...all: Change['what'][]): Change[] =>
  all.map((what) => ({ what, path: 'concepts/cart.md', content: 'Cart totals are in cents' }))

test.each([
  [changes('revised', 'created'), '1 statement changed, 1 new.'],
  [changes('created', 'created'), '2 statements new.'],
  [changes('forgotten', 'restored'), '1 statement restored, 1 forgotten.'],
  [changes('revised', 'conflict'), '1 statement changed. 1 conflict to decide.'],
  [changes('held', 'held'), '2 removals to confirm in the wiki.'],
  [changes('to-review'), '1 statement waiting for review.'],
  [[], 'Saved. No statement changed.'],
])('says what became of an edit: %#', (given, expected) => {
  expect(describeSaved(given)).toBe(expected)
})

test('says why something was refused', () => {
  const [change] = changes('refused')
  if (!change) throw new Error('no change')
  expect(describeSaved([{ ...change, reason: 'it is too long' }])).toBe(
    'refused “Cart totals are in cents”: it is too long.',
  )
})
