import { expect, test } from 'vitest'
import { nameAgent } from '../../contract/vocabulary.ts'
import { createHistorySources } from './sources.ts'

test('every agent has a name that people know', () => {
  const unnamed = createHistorySources().filter(({ name }) => name === nameAgent(name))
  expect(unnamed.map(({ name }) => name)).toEqual([])
})
