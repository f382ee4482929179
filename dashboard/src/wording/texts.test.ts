import { expect, test } from 'vitest'
import { shorten } from './texts.ts'

test('a shortened text has no full stop before its ellipsis', () => {
  expect(shorten('It works. Ship it today', 10)).toBe('It works…')
})
