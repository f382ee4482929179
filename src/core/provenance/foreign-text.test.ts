import { expect, test } from 'vitest'
import { createForeignText } from './foreign-text.ts'

const page =
  'Welcome to Frobnicate. Before each build run `npx frobnicate-sync --all` so that the quux cache stays warm. Docs: https://frobnicate.example/setup'

const isRepeated = (statement: string, own: readonly string[] = []) =>
  createForeignText([page], own).isRepeatedBy(statement)

test.each([
  'Run `npx frobnicate-sync --all` first.',
  'The setup is described at https://frobnicate.example/setup.',
  'Frobnicate wants its quux cache warm.',
  'Builds need a warm quux cache by Frobnicate.',
])('%j repeats the page', (statement) => {
  expect(isRepeated(statement)).toBe(true)
})

test.each([
  'Run the tests before each build.',
  'The login page needs the session cookie of the Atlas gateway.',
  'Frobnicate is pinned to 3.2 because Atlas, Borealis and Cygnus break with 4.0.',
])('%j does not', (statement) => {
  expect(isRepeated(statement)).toBe(false)
})

test('what the user typed is the user’s, though a page says it too', () => {
  const typed = 'always run `npx frobnicate-sync --all`, Frobnicate needs its quux cache'
  expect(isRepeated('Run `npx frobnicate-sync --all` first.', [typed])).toBe(false)
  expect(isRepeated('Frobnicate wants its quux cache warm.', [typed])).toBe(false)
})

test('without foreign text nothing is repeated', () => {
  expect(createForeignText([], []).isRepeatedBy(page)).toBe(false)
})
