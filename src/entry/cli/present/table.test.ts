import { describe, expect, test } from 'vitest'
import { idCell } from '../present.ts'
import { cutToWidth, displayWidth, wrap, wrapLine } from './fit-text.ts'
import { table } from './table.ts'
import { paint, usesColour } from './terminal.ts'

describe('the width of a text', () => {
  test.each([
    ['plain', 5],
    ['日本語', 6],
    ['ｱｲｳ', 3],
    ['👩‍👩‍👧‍👦', 2],
    ['e\u0301', 1],
    ['🇩🇪', 2],
    ['naïve…', 6],
  ])('%s takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })

  test('is the same whether or not a character needs the segmenter', () => {
    const wide = '日'
    const codes = Array.from({ length: 0x2580 / 2 }, (_, index) => index * 2)
    const differing = codes
      .filter((code) => code < 0x530 || code >= 0x2000)
      .map((code) => String.fromCharCode(code, code + 1))
      .filter((text) => displayWidth(text) !== displayWidth(wide + text) - 2)
    expect(differing).toEqual([])
  })

  test('is the limit a text is cut to, without splitting a character', () => {
    expect(cutToWidth('日本語', 5)).toBe('日本…')
    expect(cutToWidth('日本語', 4)).toBe('日…')
    expect(cutToWidth('It works. Ship it', 10)).toBe('It works…')
    expect(cutToWidth('Keep every line as it was written', 20)).toBe('Keep every line as…')
    expect(cutToWidth('It lives only in… (seen once)', 20)).toBe('It lives only in…')
    expect(cutToWidth('Internationalisation', 10)).toBe('Internati…')
    expect(cutToWidth('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3)).toBe('👩‍👩‍👧‍👦…')
  })
})

describe('a line', () => {
  test('wraps between words, and a long word breaks after a slash', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
    expect(wrap('/home/ada/projects/widgets', 12)).toEqual(['/home/ada/', 'projects/', 'widgets'])
  })

  test('keeps links whole, so that they can be opened', () => {
    expect(wrap('see https://example.com/a/long/path', 10)).toEqual([
      'see',
      'https://example.com/a/long/path',
    ])
  })

  test('leaves a key whole, so that it can be copied', () => {
    const key = `tl_${'0'.repeat(90)}`
    expect(wrapLine(`  ${key}`, 40)).toEqual([`  ${key}`])
  })

  test('continues below its text', () => {
    expect(wrapLine('  - one two three', 10)).toEqual(['  - one', '    two', '    three'])
  })
})

describe('a table', () => {
  const id = idCell('0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77')
  const rows = [
    [id, 'rule', '日本語', 'We ship on Tuesdays, because the team is complete then'],
    [id, 'decision', 'x', 'Short'],
  ]

  test('without a width has one line per row, aligned by visible width', () => {
    expect(table(rows)).toEqual([
      '2b8c1e4a77  rule      日本語  We ship on Tuesdays, because the team is complete then',
      '2b8c1e4a77  decision  x       Short',
    ])
  })

  test('cuts only the text at the end of a row', () => {
    expect(table(rows, { columns: 60 })[0]).toBe(
      '2b8c1e4a77  rule      日本語  We ship on Tuesdays, because…',
    )
  })

  test('moves the text below its row if little room is left', () => {
    expect(table(rows, { columns: 32 })).toEqual([
      '2b8c1e4a77  rule  日本語',
      '  We ship on Tuesdays, because',
      '  the team is complete then',
      '2b8c1e4a77  decision  x  Short',
    ])
  })

  test('of facts wraps their values', () => {
    const facts = [['made', 'manual, said by user in Claude Code']]
    expect(table(facts, { columns: 30 })).toEqual([
      'made  manual, said by user in',
      '      Claude Code',
    ])
  })

  test('has colours only on request', () => {
    expect(table([[id, 'x']], { hasColour: true })).toEqual([`${paint('2b8c1e4a77', 'id')}  x`])
  })
})

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ TERM: 'dumb' }, true, false],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, true],
])('with %o and a terminal: %s, colour is used: %s', (env, isTerminal, expected) => {
  expect(usesColour(env, isTerminal)).toBe(expected)
})
