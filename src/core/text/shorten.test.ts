import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { abridge, keepEnds, shorten } from './shorten.ts'

describe('shorten', () => {
  test.each([
    ['Entries live only in `strategy.EnsureEntireGitignore()`.', 40, 'Entries live only…'],
    ['Use `make ci` here, and `make all` there.', 30, 'Use `make ci` here…'],
    ['Do not get in the way of the user’s other tools.', 42, 'Do not get in the way…'],
    ['A round ends with the report of each of them.', 25, 'A round ends…'],
  ])('%j ends before what was cut through', (text, most, short) => {
    expect(shorten(text, most)).toBe(short)
  })

  test('code at the beginning stays, although it is cut', () => {
    expect(shorten(`\`${'pnpm --filter shop build '.repeat(4)}\``, 40)).toMatch(/^`pnpm .+…$/)
  })

  test('no text is longer than asked for', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' the', ' ', '`', 'of ', '. ') })
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 60 }), (given, most) => {
        expect(shorten(given, most).length).toBeLessThanOrEqual(most)
      }),
    )
  })
})

describe('abridge', () => {
  const text = 'Paths are resolved (paths.RepoRoot() and others) here, not there (third such bug).'

  test('a text that is too long gives up what stands in brackets first, the last first', () => {
    expect(abridge(text, 90)).toBe(text)
    expect(abridge(text, 75)).toBe(
      'Paths are resolved (paths.RepoRoot() and others) here, not there…',
    )
    expect(abridge(text, 30)).toBe('Paths are resolved here…')
    expect(abridge(text, 23)).toBe('Paths are resolved…')
  })

  test('it ends with a clause if that is not much shorter', () => {
    const rule = 'Rebase a stacked branch on main; never reset it, which loses the work of others.'
    expect(abridge(rule, 60)).toBe('Rebase a stacked branch on main; never reset it…')
    expect(abridge(rule, 45)).toBe('Rebase a stacked branch on main…')
    expect(abridge('Photos and every other upload are resized, too.', 36)).toBe(
      'Photos and every other upload are…',
    )
  })

  test('a condition is not left alone', () => {
    const rule = 'When both hooks differ in what they report, the first one is right.'
    expect(abridge(rule, 55)).toBe('When both hooks differ in what they report, the first…')
  })

  test('calls and short asides stay', () => {
    expect(abridge('Use t.Parallel(everywhere, always) here (or not) and there.', 30)).toMatch(
      /^Use t\.Parallel\(/,
    )
  })
})

describe('keep ends', () => {
  const text = fc.string({ unit: 'binary', maxLength: 400 })
  const most = fc.integer({ min: 0, max: 200 })

  test('a short text stays as it is', () => {
    expect(keepEnds('as short as this', 20)).toBe('as short as this')
  })

  test('of a long text the beginning and the end stay, in whole words', () => {
    const long = `We begin here${' and go on'.repeat(100)} until the end.`
    const short = keepEnds(long, 200)
    expect(short).toMatch(/^We begin here and go on .*\n\[…\]\n.* until the end\.$/s)
    expect(short).not.toMatch(/\b(an|nd|g|o)\b/)
  })

  test('a text without spaces is cut all the same', () => {
    expect(keepEnds('x'.repeat(500), 105)).toBe(`${'x'.repeat(50)}\n[…]\n${'x'.repeat(50)}`)
  })

  test('no text is longer than asked for or holds half a character', () => {
    fc.assert(
      fc.property(text, most, (given, limit) => {
        const short = keepEnds(given, limit)
        expect(short.length).toBeLessThanOrEqual(limit)
        expect(short.isWellFormed()).toBe(true)
        expect(keepEnds(short, limit)).toBe(short)
      }),
    )
  })
})
