import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BlockEdit, findBlock, removeBlock, renderMarker, replaceBlock } from './edit-block.ts'

const name = 'guidance'
const begin = renderMarker(name, 'begin')
const end = renderMarker(name, 'end')
const preamble = '---\nalwaysApply: true\n---\n'

const put = (text: string | undefined, content: string, start?: string) =>
  textOf(replaceBlock(text, { name, content }, start)) ?? ''
const take = (text: string, start?: string) => textOf(removeBlock(text, name, start))

function textOf(edit: BlockEdit): string | undefined {
  if (edit.kind === 'broken') throw new Error(edit.problem)
  return edit.text
}

describe('putting the block into a text', () => {
  test('sets it off by a blank line, at the end', () => {
    expect(put('# Mine\n', 'ours')).toBe(`# Mine\n\n${begin}\nours\n${end}\n`)
  })

  test('ends as the text ended', () => {
    expect(put('# Mine', 'ours')).toBe(`# Mine\n\n${begin}\nours\n${end}`)
    expect(put('', 'ours')).toBe(`${begin}\nours\n${end}`)
  })

  test('breaks lines as the text does', () => {
    expect(put('# Mine\r\n', 'a\nb')).toBe(`# Mine\r\n\r\n${begin}\r\na\r\nb\r\n${end}\r\n`)
  })

  test('creates a new file, below the host’s own header', () => {
    expect(put(undefined, 'ours')).toBe(`${begin}\nours\n${end}\n`)
    expect(put(undefined, 'ours', preamble)).toBe(`${preamble}${begin}\nours\n${end}\n`)
  })

  test('replaces it where it is', () => {
    const before = `# Mine\n${begin}\nold\nolder\n${end}\n## Mine too`
    expect(put(before, 'new')).toBe(`# Mine\n${begin}\nnew\n${end}\n## Mine too`)
  })

  test('leaves a text with broken markers alone', () => {
    expect(replaceBlock(`${begin}\n`, { name, content: 'ours' })).toMatchObject({ kind: 'broken' })
    expect(removeBlock(`${end}\n`, name)).toMatchObject({ kind: 'broken', line: 1 })
  })
})

describe('taking the block out', () => {
  test('leaves a text without one as it is', () => {
    expect(take('# Mine')).toBe('# Mine')
    expect(take('')).toBe('')
  })

  test('leaves no file if there was none', () => {
    expect(take(put(undefined, 'ours'))).toBeUndefined()
    expect(take(put(undefined, 'ours', preamble), preamble)).toBeUndefined()
    expect(take(put(undefined, 'ours', preamble).replaceAll('\n', '\r\n'), preamble)).toBe(
      undefined,
    )
  })

  test('keeps a file that held the same preamble before', () => {
    expect(take(put(preamble, 'ours', preamble), preamble)).toBe(preamble)
  })

  test('keeps later additions to a file of ours', () => {
    expect(take(`${put(undefined, 'ours')}\nMine.\n`)).toBe('Mine.\n')
    expect(take(put(undefined, 'ours', preamble).replace('true', 'false'), preamble)).toBe(
      preamble.replace('true', 'false'),
    )
  })

  test('leaves one blank line if it was between two', () => {
    expect(take(`# Mine\n\n${begin}\nours\n${end}\n\n## Mine too\n`)).toBe(
      '# Mine\n\n## Mine too\n',
    )
  })

  test('does not join the lines around it', () => {
    expect(take(`Mine.\n\n${begin}\nours\n${end}\nMine too.\n`)).toBe('Mine.\n\nMine too.\n')
    expect(take(`Mine.\n${begin}\nours\n${end}\n`)).toBe('Mine.\n')
  })
})

const lineBreak = fc.constantFrom('\n', '\n', '\r\n', '\r', '\n\n')
const word = fc.constantFrom(
  '',
  '',
  'a',
  '# Title',
  '- item',
  '😀',
  '\t',
  '\uFEFF',
  `see ${begin} there`,
)
const text = fc
  .tuple(fc.constantFrom('', '', '\uFEFF'), fc.array(fc.tuple(word, lineBreak)), word)
  .map(([mark, lines, last]) => mark + lines.flat().join('') + last)
const content = fc
  .array(fc.constantFrom('a', '', begin, end, '<!--throughline:context:end-->', '<!-- x -->', '\r'))
  .map((lines) => lines.join('\n'))

describe('whatever the text and the block say', () => {
  test('removing the block restores the same bytes', () => {
    fc.assert(
      fc.property(fc.option(text, { nil: undefined }), content, (before, ours) => {
        expect(take(put(before, ours))).toBe(before)
      }),
      { numRuns: 2_000 },
    )
  })

  test('even after it was inserted again and again', () => {
    fc.assert(
      fc.property(text, fc.array(content, { minLength: 1 }), (before, versions) => {
        const last = versions.reduce((now, ours) => put(now, ours), before)
        expect(last).toBe(put(before, versions.at(-1) ?? ''))
        expect(take(last)).toBe(before)
      }),
    )
  })

  test('there is one block, and around it every character stays', () => {
    fc.assert(
      fc.property(text, text, content, (above, below, ours) => {
        const before = `${above}\n${begin}\nold\n${end}\n${below}`
        const after = put(before, ours)
        const found = findBlock(after, name)
        expect(found.kind).toBe('present')
        if (found.kind !== 'present') return
        expect(after.slice(0, found.start)).toBe(`${above}\n`)
        expect(after.slice(found.end)).toBe(`\n${below}`)
      }),
    )
  })

  test('blocks of two names come and go without each other', () => {
    const before = fc.option(
      text.filter((one) => !one.endsWith('\r')),
      { nil: undefined },
    )
    fc.assert(
      fc.property(before, content, content, (original, ours, recalled) => {
        const one = put(original, ours)
        const both = textOf(replaceBlock(one, { name: 'context', content: recalled })) ?? ''
        expect(textOf(removeBlock(both, 'context'))).toBe(one)
        expect(textOf(removeBlock(take(both) ?? '', 'context'))).toBe(original)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('find block', () => {
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

    test('is found if its lines were indented or respaced', () => {
      const given = text('  <!--throughline:guidance:begin-->', 'ours', `${end}  `)
      expect(findBlock(given, 'guidance')).toMatchObject({ kind: 'present', start: 0 })
    })

    test('does not begin before the byte order mark ends', () => {
      expect(findBlock(`\uFEFF${begin}\n${end}`, 'guidance')).toMatchObject({ start: 1 })
    })

    test('is recognised by its name among others', () => {
      const given = text(otherBegin, 'recalled', otherEnd, begin, 'ours', end)
      expect(findBlock(given, 'guidance')).toMatchObject({
        kind: 'present',
        start: given.indexOf(begin),
      })
      expect(findBlock(given, 'elsewhere')).toEqual({ kind: 'absent' })
    })

    test('is not begun by a marker that is quoted within a line', () => {
      expect(findBlock(text(`It starts with \`${begin}\`.`), 'guidance')).toEqual({
        kind: 'absent',
      })
    })
  })

  describe('unmatched markers are reported with their line', () => {
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
})
