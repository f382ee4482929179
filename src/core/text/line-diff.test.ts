import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyReversePatch, reversePatch } from './line-diff.ts'

const line = fc.constantFrom('', 'a', 'b', 'cc', '\t"x": 1,', '😀', '\uD83D', '\r')
const text = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '')))
  .map((lines) => lines.map((parts) => parts.join('')).join(''))

test('the way back leads exactly to the text before', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const stored = JSON.parse(JSON.stringify(reversePatch(before, after)))
      expect(applyReversePatch(after, stored)).toBe(before)
    }),
    { numRuns: 500 },
  )
})

test('no change has an empty way back', () => {
  expect(reversePatch('same\n', 'same\n')).toEqual([])
})

test('only removed text is stored, not the lines around it', () => {
  const before = '{\n  "env": { "TOKEN": "secret" }\n}\n'
  const after = '{\n  "env": { "TOKEN": "secret" },\n  "hooks": {}\n}\n'
  const patch = reversePatch(before, after)
  expect(JSON.stringify(patch)).not.toContain('secret')
  expect(applyReversePatch(after, patch)).toBe(before)
})

test('distant changes do not store the text between them', () => {
  const before = 'one\nsecret\ntwo\n'
  const after = 'one,\nsecret\ntwo,\n'
  const patch = reversePatch(before, after)
  expect(JSON.stringify(patch)).not.toContain('secret')
  expect(applyReversePatch(after, patch)).toBe(before)
})

test('two very long texts with nothing in common are still undone', () => {
  const before = Array.from({ length: 3_000 }, (_, index) => `a${index}\n`).join('')
  const after = Array.from({ length: 3_000 }, (_, index) => `b${index}\n`).join('')
  expect(applyReversePatch(after, reversePatch(before, after))).toBe(before)
})
