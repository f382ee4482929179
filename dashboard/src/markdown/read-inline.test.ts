import { describe, expect, test } from 'vitest'
import { readInline } from './read-inline.ts'

const text = (words: string) => ({ type: 'text', text: words })

describe('markup', () => {
  test('reads links between pages with and without a label', () => {
    expect(readInline('See [[concepts/vectors#^3f9a0c12de|Vectors]] and [[cart-total]].')).toEqual([
      text('See '),
      { type: 'page-link', target: 'concepts/vectors#^3f9a0c12de', label: 'Vectors' },
      text(' and '),
      { type: 'page-link', target: 'cart-total', label: 'cart-total' },
      text('.'),
    ])
  })

  test('reads code, strong and emphasised text, one inside the other', () => {
    expect(readInline('Run `npm *ci*`, **never `npm i`**, *please*')).toEqual([
      text('Run '),
      { type: 'code', text: 'npm *ci*' },
      text(', '),
      { type: 'strong', content: [text('never '), { type: 'code', text: 'npm i' }] },
      text(', '),
      { type: 'emphasis', content: [text('please')] },
    ])
  })

  test('leaves names with underscores and products alone', () => {
    expect(readInline('snake_case_name 2 * 3 * 4')).toEqual([text('snake_case_name 2 * 3 * 4')])
  })

  test('takes a backslash as an escape', () => {
    expect(readInline('\\*not strong\\* \\[[x]]')).toEqual([text('*not strong* [[x]]')])
  })

  test('ends a bare address before the full stop', () => {
    expect(readInline('at https://example.org/a.')).toEqual([
      text('at '),
      { type: 'web-link', href: 'https://example.org/a', content: [text('https://example.org/a')] },
      text('.'),
    ])
  })
})

describe('hostile text', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[click](javascript:alert(1))',
    '[click](JaVaScRiPt:alert)',
    '[click](data:text/html,x)',
    '[click](//example.org/x)',
    '![pixel](https://example.org/pixel.png)',
  ])('stays text: %s', (words) => {
    const parts = readInline(words)
    expect(parts.every(({ type }) => type === 'text')).toBe(true)
    expect(parts.map((part) => ('text' in part ? part.text : '')).join('')).toBe(words)
  })

  test.each(['*', '**', '`', '[', '[[', '[](', '\\', 'https://', '*(', '[[a|'])(
    'is read in linear time: %s, often',
    (mark) => {
      const long = mark.repeat(200_000 / mark.length)
      const startedAt = performance.now()
      readInline(`${long} x`)
      // Quadratic time would take minutes.
      expect(performance.now() - startedAt).toBeLessThan(5_000)
    },
  )
})
