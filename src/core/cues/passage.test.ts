import { expect, test } from 'vitest'
import { leansOnContext, longestPassage, passageOf } from './passage.ts'

test.each([
  ['Great. ok so use tabs here', 'Use tabs here.'],
  ['Perfect! Thanks. Keep the old name, please', 'Keep the old name, please.'],
  ['no, use npm ci', 'No, use npm ci.'],
  ['getUser should throw', 'getUser should throw.'],
  ['Thanks!', ''],
])('of "%s" is "%s"', (message, passage) => {
  expect(passageOf(message)).toBe(passage)
})

test('holds whole sentences, as many as fit', () => {
  const sentence = 'The report must list every project by name and by owner.'
  const passage = passageOf(Array.from({ length: 9 }, () => sentence).join(' '))
  expect(passage.split(sentence).join('').trim()).toBe('')
  expect(passage.length).toBeGreaterThan(longestPassage / 2)
})

test('of one long sentence ends at a word', () => {
  const passage = passageOf(`We keep ${'every single file '.repeat(40)}`)
  expect(passage).toMatch(/^We keep every single .*(?:every|single|file)…$/)
  expect(passage.length).toBeLessThanOrEqual(longestPassage)
})

test.each(['This is wrong.', 'but it fails.', 'Those go.'])('"%s" leans on context', (passage) => {
  expect(leansOnContext(passage)).toBe(true)
})

test('"Items go first." leans on nothing', () => {
  expect(leansOnContext('Items go first.')).toBe(false)
})
