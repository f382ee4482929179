import { describe, expect, test } from 'vitest'
import { type Block, type ListItem, readBlocks, removeLines } from './read-blocks.ts'

const page = `---
title: "Search index"
type: concept
---

# Search index

## Facts

- The index keeps document keys,
  never rowids. *(fact, 2026-10-03)* ^3f9a0c12de
- **Conflict, the page's version:** It keeps rowids. ^3f9a0c12de-page
- A line without an anchor

Own words.
`

const listOf = (blocks: readonly Block[]): readonly ListItem[] =>
  blocks.flatMap((block) => (block.type === 'list' ? block.items : []))

describe('a page', () => {
  test('is read without its front matter', () => {
    expect(readBlocks(page).map(({ type }) => type)).toEqual([
      'heading',
      'heading',
      'list',
      'paragraph',
    ])
  })

  test('has statements with anchor and age, whose marks are not part of the text', () => {
    const [statement, conflict, plain] = listOf(readBlocks(page))
    expect(statement).toMatchObject({
      blocks: [{ type: 'paragraph', text: 'The index keeps document keys,\nnever rowids.' }],
      statement: { anchor: '3f9a0c12de', isPageVersion: false, since: '2026-10-03', disputes: [] },
    })
    expect(conflict?.statement).toMatchObject({ anchor: '3f9a0c12de', isPageVersion: true })
    expect(plain?.statement).toBeUndefined()
  })

  test('loses one side of a conflict by the lines of its item', () => {
    const [statement, conflict] = listOf(readBlocks(page))
    const without = (item: ListItem | undefined) =>
      removeLines(page, item?.start ?? 0, item?.end ?? 0)
    expect(without(statement)).toBe(page.replace(/- The index[\s\S]*?3f9a0c12de\n/, ''))
    expect(without(conflict)).toBe(page.replace(/- \*\*Conflict.*\n/, ''))
  })

  test('marks disputed statements with links to the others', () => {
    const text = '- A *(fact, 2026-10-03, disputed with [[concepts/b#^0123456789]])* ^3f9a0c12de'
    expect(listOf(readBlocks(text))[0]?.statement?.disputes).toEqual(['concepts/b#^0123456789'])
  })
})

describe('blocks', () => {
  test('code hides what it contains, also when it is not closed', () => {
    expect(readBlocks('```md\n# no heading\n- no item\n```\nafter')).toEqual([
      { type: 'code', text: '# no heading\n- no item' },
      { type: 'paragraph', text: 'after' },
    ])
    expect(readBlocks('~~~\n# no heading')).toEqual([{ type: 'code', text: '# no heading' }])
  })

  test('a list has lists and code inside', () => {
    const [item] = listOf(readBlocks('- one\n  - two\n  - three\n\n  ```\n  code\n  ```\n'))
    expect(item?.blocks.map(({ type }) => type)).toEqual(['paragraph', 'list', 'code'])
    expect(listOf(item?.blocks ?? [])).toHaveLength(2)
  })

  test('an anchor ends its item at the next blank line', () => {
    const blocks = readBlocks('- one ^3f9a0c12de\n\n  own words\n')
    expect(blocks.map(({ type }) => type)).toEqual(['list', 'paragraph'])
  })

  test('quotes and rules are not lists', () => {
    expect(readBlocks('> said\n> twice\n\n---\n\n1. first\n2. second')).toMatchObject([
      { type: 'quote', blocks: [{ type: 'paragraph', text: 'said\ntwice' }] },
      { type: 'rule' },
      { type: 'list', isOrdered: true, items: [{}, {}] },
    ])
  })

  test('a list counts from its first number', () => {
    expect(readBlocks('4. fourth\n5. fifth')).toMatchObject([{ type: 'list', first: 4 }])
    expect(readBlocks('1. first')[0]).not.toHaveProperty('first')
  })

  test('a table has cells, and links with labels inside them', () => {
    expect(readBlocks('| a | b |\n|---|---|\n| 1 | [[x|X]] |')).toEqual([
      { type: 'table', head: ['a', 'b'], rows: [['1', '[[x|X]]']], rowsLeftOut: 0 },
    ])
  })
})

describe('hostile pages', () => {
  test('of a huge table only the first cells are read', () => {
    const row = `|${' x |'.repeat(5_000)}\n`
    const [table] = readBlocks(`${row}|${'---|'.repeat(5_000)}\n${row.repeat(300)}`)
    expect(table).toMatchObject({ type: 'table', rowsLeftOut: 100 })
    if (table?.type !== 'table') throw new Error('no table')
    expect([table.head.length, table.rows.length, table.rows[0]?.length]).toEqual([30, 200, 30])
  })

  test.each(['> ', '- ', '  - ', '| ', '- - - ', '^3f9a0c12de ', '\n', '# ', '*(', '\t'])(
    'a long run of %j is read in linear time',
    (mark) => {
      const startedAt = performance.now()
      for (const text of [
        mark.repeat(20_000),
        `${mark}x\n`.repeat(20_000),
        `- ${mark.repeat(20_000)}`,
      ])
        readBlocks(text)
      // Quadratic time would take minutes.
      expect(performance.now() - startedAt).toBeLessThan(10_000)
    },
  )
})
