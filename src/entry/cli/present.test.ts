import { describe, expect, it } from 'vitest'
import { visibleText } from '../../core/text/visible-text.ts'
import { bars, dollars, excerpt, memoryCount, table } from './present.ts'

describe('text for a terminal', () => {
  it.each([
    ['colours', '\u001b[31mred\u001b[0m', 'red'],
    ['a window title', '\u001b]0;owned\u0007text', 'text'],
    ['a link', '\u001b]8;;https://example.com\u001b\\here\u001b]8;;\u001b\\', 'here'],
    ['a cleared screen', '\u001b[2J\u001b[1;1Hgone', 'gone'],
    ['control characters', 'a\u0000b\bc\u007fd\u009b31me', 'abcde'],
    ['a carriage return that would overwrite the line', 'safe\rrm -rf', 'safe\nrm -rf'],
    ['turned writing', 'user\u202e nimda\u202c \u2066x\u2069', 'user nimda x'],
    ['half a character', 'a\ud83d', 'a\ufffd'],
  ])('has no %s', (_, text, shown) => {
    expect(visibleText(text)).toBe(shown)
  })

  it('keeps lines, tabs, emoji and other scripts', () => {
    const text = 'one\n\ttwo 👩‍💻 日本語 عربي zwölf [31m'
    expect(visibleText(text)).toBe(text)
  })

  it('is one line in a table, whatever a cell contains', () => {
    expect(
      table([
        ['a\u001b[1m\nb', 'x'],
        ['c', 'y'],
      ]),
    ).toEqual(['a b  x', 'c    y'])
  })
})

describe('an excerpt', () => {
  it('is one line without escape sequences', () => {
    expect(excerpt('  one\n\u001b[31mtwo\u001b[0m\tthree ', 40)).toBe('one two three')
  })

  it('never ends with half an emoji', () => {
    expect(excerpt('abc😀def', 5)).toBe('abc…')
    expect(excerpt('abc😀def', 6)).toBe('abc😀…')
  })
})

it('money has cents, and more digits only when it is little', () => {
  const amounts = [0, 0.00001, 0.0043, 0.004, 0.05, 0.1234, 1, 1_234.5]
  expect(amounts.map(dollars)).toEqual([
    '$0.00',
    '<$0.0001',
    '$0.0043',
    '$0.004',
    '$0.05',
    '$0.12',
    '$1.00',
    '$1,234.50',
  ])
})

it('one memory, many memories', () => {
  expect([0, 1, 2, 1_000].map(memoryCount)).toEqual([
    '0 memories',
    '1 memory',
    '2 memories',
    '1,000 memories',
  ])
})

describe('bars', () => {
  it('gives the largest the whole width and the others their share', () => {
    expect(bars([4, 2, 1, 0], 4)).toEqual(['████', '██', '█', ''])
    expect(bars([8, 5], 1)).toEqual(['█', '▋'])
  })

  it('shows small values, and nothing for zero', () => {
    expect(bars([1_000, 0.001], 10)).toEqual(['██████████', '▏'])
    expect(bars([0, 0], 10)).toEqual(['', ''])
    expect(bars([], 10)).toEqual([])
    expect(bars([1], 0)).toEqual([''])
  })
})
