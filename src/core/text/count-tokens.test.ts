import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countTokens, measureText } from './count-tokens.ts'

describe('countTokens', () => {
  test.each([
    ['short words as one each', 'use pnpm here', 3],
    ['a space as part of the word after it', 'run it', 2],
    ['long words as several', 'internationalisation', 3],
    ['identifiers in parts', 'parseJsonPath', 3],
    ['capitals in threes', 'SQLITE_BUSY', 5],
    ['digits in threes', '2026', 2],
    ['marks in pairs, with the space before them', '=> {}', 2],
    ['line breaks', 'a\nb', 3],
    ['letters with accents one by one', 'größe', 4],
    ['Chinese as two each', '日本語', 6],
    ['typographic marks as one each', '“a”…', 4],
    ['emoji by their bytes', '😀', 4],
    ['nothing as nothing', '', 0],
  ])('counts %s', (_, text, tokens) => {
    expect(countTokens(text)).toBe(tokens)
  })

  test('is never above the bytes of a text, nor below a token for each non-ASCII letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { tokens, bytes } = measureText(text)
        expect(bytes).toBe(Buffer.byteLength(text.toWellFormed()))
        expect(tokens).toBeLessThanOrEqual(bytes)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant
        expect(tokens).toBeGreaterThanOrEqual([...text.replace(/[\x00-\x7f]/g, '')].length)
      }),
    )
  })

  test('lines add up, and one for each break', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/\n/g, ''))
    fc.assert(
      fc.property(line, line, (one, other) => {
        expect(countTokens(`${one}\n${other}`)).toBe(countTokens(one) + 1 + countTokens(other))
      }),
    )
  })
})
