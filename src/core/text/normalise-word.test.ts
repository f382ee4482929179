import { expect, test } from 'vitest'
import { stem } from './normalise-word.ts'

test.each([
  ['caresses', 'caress'],
  ['ponies', 'poni'],
  ['ties', 'tie'],
  ['gas', 'gas'],
  ['gaps', 'gap'],
  ['agreed', 'agre'],
  ['hopping', 'hop'],
  ['hoped', 'hope'],
  ['falling', 'fall'],
  ['conflated', 'conflat'],
  ['happy', 'happi'],
  ['say', 'say'],
  ['relational', 'relat'],
  ['rationally', 'ration'],
  ['configuration', 'configur'],
  ['configured', 'configur'],
  ['hopefulness', 'hope'],
  ['triplicate', 'triplic'],
  ['formative', 'format'],
  ['adjustment', 'adjust'],
  ['adoption', 'adopt'],
  ['controlling', 'control'],
  ['rate', 'rate'],
  ['generously', 'generous'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['youth', 'youth'],
  ['succeed', 'succeed'],
])('%s has the stem %s', (word, expected) => {
  expect(stem(word)).toBe(expected)
})

test.each(['go', 'sha256', 'über', 'foo_bar', ''])('%s is left as it is', (word) => {
  expect(stem(word)).toBe(word)
})
