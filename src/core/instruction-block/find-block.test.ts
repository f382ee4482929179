import { describe, expect, test } from 'vitest'
import { findBlock, renderMarker } from './find-block.ts'

const begin = renderMarker('guidance', 'begin')
const end = renderMarker('guidance', 'end')
const otherBegin = renderMarker('context', 'begin')
const otherEnd = renderMarker('context', 'end')
const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join('')

describe('a block', () => {
  test('is found between its two lines, with their line break', () => {
    const given = `Mine.\r\n\r\n${begin}\r\nours\r\n${end}\r\nMine too.\r\n`
    const found = findBlock(given, 'guidance')
    expect(found).toMatchObject({ kind: 'present', lineBreak: '\r\n' })
    if (found.kind !== 'present') return
    expect(given.slice(found.start, found.end)).toBe(`${begin}\r\nours\r\n${end}`)
  })

  test('is found when somebody indented or respaced its lines', () => {
    const given = text('  <!--throughline:guidance:begin-->', 'ours', `${end}  `)
    expect(findBlock(given, 'guidance')).toMatchObject({ kind: 'present', start: 0 })
  })

  test('does not begin before the byte order mark ends', () => {
    expect(findBlock(`\uFEFF${begin}\n${end}`, 'guidance')).toMatchObject({ start: 1 })
  })

  test('is known by its name, beside others', () => {
    const given = text(otherBegin, 'recalled', otherEnd, begin, 'ours', end)
    expect(findBlock(given, 'guidance')).toMatchObject({
      kind: 'present',
      start: given.indexOf(begin),
    })
    expect(findBlock(given, 'elsewhere')).toEqual({ kind: 'absent' })
  })

  test('is not begun by a marker that is quoted within a line', () => {
    expect(findBlock(text(`It starts with \`${begin}\`.`), 'guidance')).toEqual({ kind: 'absent' })
  })
})

describe('markers that do not match are told with their line', () => {
  test.each<[string, string[], number, RegExp]>([
    ['a block without an end', ['Mine.', begin, 'ours'], 2, /has no end/],
    ['an end without a block', ['Mine.', '', end], 3, /never began/],
    ['a block within itself', [begin, begin, end, end], 2, /inside the one of line 1/],
    ['a block within another', [otherBegin, begin, end, otherEnd], 2, /inside the one of line 1/],
    ['blocks that overlap', [begin, 'ours', otherEnd], 3, /never began/],
    ['an end after a whole block', [begin, end, end], 3, /never began/],
    ['two blocks', [begin, end, 'Mine.', begin, end], 4, /a second block begins/],
    ['a second block without an end', [begin, end, '', begin], 4, /a second block begins/],
  ])('%s', (_, lines, line, problem) => {
    const found = findBlock(text(...lines), 'guidance')
    expect(found).toEqual({ kind: 'broken', line, problem: expect.stringMatching(problem) })
  })

  test('whatever the block one looks for', () => {
    expect(findBlock(text(begin), 'context')).toMatchObject({ kind: 'broken', line: 1 })
  })
})
