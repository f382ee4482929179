import { expect, test } from 'vitest'
import { createHistorySources } from './sources.ts'

test('every agent has a name that people know', () => {
  const unnamed = createHistorySources().filter(({ name, displayName }) => name === displayName)
  expect(unnamed.map(({ name }) => name)).toEqual([])
})
