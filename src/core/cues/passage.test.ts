import { expect, test } from 'vitest'
import { leansOnContext, longestPassage, passageOf, standsAlone } from './passage.ts'

test.each([
  ['Great. ok so use tabs here', 'Use tabs here.'],
  ['Perfect! Thanks. Keep the old name, please', 'Keep the old name, please.'],
  ['no, use npm ci', 'No, use npm ci.'],
  ['getUser should throw', 'getUser should throw.'],
  ['Thanks!', ''],
  ['Still wrong. The header should be blue.', 'The header should be blue.'],
  ['this works. now add a `--quiet` flag', 'Add a `--quiet` flag.'],
  ['that one. Right?', 'That one. Right?'],
  ['but the header should be blue', 'The header should be blue.'],
  [
    "We don't need any of that. The goal is one file for each host.",
    'The goal is one file for each host.',
  ],
  ['I like what I see. The footer should be blue, too.', 'The footer should be blue, too.'],
])('of "%s" is "%s"', (message, passage) => {
  expect(passageOf(message)).toBe(passage)
})

test('contains whole sentences, as many as fit', () => {
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

test.each([
  'This is wrong.',
  'but it fails.',
  'Those go.',
  'Given this, we need no flag.',
  'In that case keep the flag.',
  'As discussed, the flag goes.',
  'Never mind, keep the flag.',
  "But I'm wondering now about the flag.",
  'The second one.',
  'Same for the flag.',
  'Except for the last line.',
  'All 3.',
  'Before that, rename the flag.',
  'Should be aligned with the avatar.',
  "For now, let's keep them as separate units.",
  'Just hide it from the page.',
  'Seems to work, but the flag is gone.',
  'For example, the flag should be short.',
])('"%s" leans on context', (passage) => {
  expect(leansOnContext(passage)).toBe(true)
})

test.each([
  'Items go first.',
  'In this repo we use tabs.',
  'From now on we use tabs.',
  'All flags are documented.',
  'Instead of a flag, use a setting.',
  'Before every release, run the linter.',
  'One flag is enough.',
  'Should we keep the flag?',
  'Keep these flags in one file.',
  'Make sure that the flag is short.',
])('"%s" leans on nothing', (passage) => {
  expect(leansOnContext(passage)).toBe(false)
})

test.each([
  ['The header should be blue.', true],
  ['Should be blue like the header.', false],
  ['No, look!', false],
  ['I agree with these findings:', false],
])('whether "%s" stands alone: %s', (passage, expected) => {
  expect(standsAlone(passage)).toBe(expected)
})
