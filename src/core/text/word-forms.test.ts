import { expect, test } from 'vitest'
import { normaliseWord } from './normalise-word.ts'
import { formsOf } from './word-forms.ts'

const stem = normaliseWord

test.each([
  ['linter', 'lint'],
  ['parser', 'parse'],
  ['formatter', 'format'],
  ['logger', 'log'],
  ['router', 'route'],
  ['bundler', 'bundle'],
  ['compressor', 'compress'],
])('%s and %s find each other', (agent, base) => {
  expect(formsOf(stem(agent))).toContain(stem(base))
  expect(formsOf(stem(base))).toContain(stem(agent))
})

test.each([
  ['repositories', 'repo'],
  ['database', 'db'],
  ['configuration', 'config'],
])('%s and its abbreviation %s find each other', (word, abbreviation) => {
  expect(formsOf(stem(word))).toContain(stem(abbreviation))
  expect(formsOf(stem(abbreviation))).toContain(stem(word))
})

test('short words, names and other scripts have no other forms', () => {
  for (const term of ['ox', 'v2', 'parsejson.ts', '日本']) expect(formsOf(term)).toEqual([])
})
