import { expect, test } from 'vitest'
import { findJson } from './find-json.ts'

const any = () => true

test.each([
  ['plain', '{"a": 1}'],
  ['between fences', 'Sure!\n```json\n{"a": 1}\n```\nAnything else?'],
  ['in fences that are never closed', '```json\n{"a": 1}'],
  ['in prose', 'Here it is: {"a": 1} – as you asked.'],
  ['after thoughts with braces of their own', '<think>{"b": 2}, or not?</think>\n{"a": 1}'],
  ['with commas too many', '{"a": 1,\n}'],
  ['after a byte order mark', '\uFEFF{"a": 1}'],
])('JSON is found %s', (_, text) => {
  expect(findJson(text, any)).toMatchObject({ kind: 'found', value: { a: 1 } })
})

test('commas and brackets within strings are left as they are', () => {
  const value = { a: 'one, two,] or }, "three"', b: ['```', '{'] }
  expect(findJson(`Look: ${JSON.stringify(value)}`, any)).toMatchObject({ kind: 'found', value })
})

test('unwanted values are skipped', () => {
  const isObject = (value: unknown) => !Array.isArray(value)
  expect(findJson('[1] and {"a": 1}', isObject)).toMatchObject({ value: { a: 1 } })
})

test.each([
  ['nothing', '', /no JSON/],
  ['only prose', 'Nothing worth keeping, I think.', /no JSON/],
  ['broken inside', '{"a": nonsense}', /no JSON/],
  ['cut', '{"items": [{"a": 1}, {"a": 2', /incomplete/],
  ['cut in a string', '{"items": [{"a": "one', /incomplete/],
])('a text with %s has none', (_, text, fault) => {
  expect(findJson(text, any)).toMatchObject({
    kind: 'missing',
    fault: expect.stringMatching(fault),
  })
})

test('a long text of brackets takes no time', () => {
  const start = performance.now()
  findJson('['.repeat(50_000), any)
  findJson('[]{}'.repeat(12_000), () => false)
  findJson('"\\'.repeat(25_000), any)
  findJson('<think>'.repeat(7_000), any)
  findJson('```\n'.repeat(12_000), any)
  findJson(`{${','.repeat(49_000)}`, any)
  expect(performance.now() - start).toBeLessThan(1_000)
})
