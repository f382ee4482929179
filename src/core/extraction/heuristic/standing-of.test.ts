import { expect, test } from 'vitest'
import { leastSure, standingOf } from './standing-of.ts'

test.each([
  'We should never log tokens in the client.',
  'Only the agent’s message should have an avatar.',
  'Use the format "Tool: <name>" instead of a title.',
])('%j is a memory once the judge is sure', (said) => {
  expect(standingOf(said, leastSure)).toBe('memory')
  expect(standingOf(said, leastSure - 0.1)).toBe('candidate')
})

test.each([
  'Fix the header, it should take the space to the right.',
  'Let’s create a small app, it should have a client and a server.',
  'I need a library for this, it should be small.',
  'Use only the colours of the attached image.',
  'The header should be blue for now.',
  'Should the header be blue?',
  'Should be blue, not green.',
])('%j is about the work in hand', (said) => {
  expect(standingOf(said, 5)).toBe('candidate')
})
