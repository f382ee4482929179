import { describe, expect, test } from 'vitest'
import type { Page } from '../model.ts'
import { generatedHashes, introductionLine } from './generated-lines.ts'
import { parsePage } from './parse-page.ts'
import { renderPage } from './render-page.ts'

const page: Page = {
  path: 'concepts/search-index.md',
  type: 'concept',
  title: 'Search index',
  summary: 'What holds about the search index',
  tags: ['search'],
  aliases: ['search-index.ts'],
  updated: '2026-10-03',
  sources: 2,
  sections: [
    {
      heading: 'Decisions',
      items: [{ type: 'generated', text: '2026-03-04 [[decisions/use-fts5|Use FTS5]]' }],
    },
    {
      heading: 'Facts',
      items: [
        {
          type: 'statement',
          anchor: '3f9a0c12de',
          kind: 'fact',
          since: '2026-10-03',
          text: 'The index keeps document keys, never rowids.',
          disputes: ['concepts/vectors#^00000000ab'],
        },
      ],
    },
    { heading: 'See also', items: [{ type: 'generated', text: '[[concepts/vectors|Vectors]]' }] },
  ],
}
const text = renderPage(page)
const hashes = new Set(generatedHashes(page))
const read = (edited: string) => parsePage(edited, hashes)
const statement =
  '- The index keeps document keys, never rowids. *(fact, 2026-10-03, disputed with [[concepts/vectors#^00000000ab]])* ^3f9a0c12de'

test('a page is Markdown with one list item a statement', () => {
  expect(text).toBe(`---
title: "Search index"
type: concept
updated: "2026-10-03"
aliases: ["search-index.ts"]
tags: ["search"]
sources: 2
---

# Search index

## Decisions

- 2026-03-04 [[decisions/use-fts5|Use FTS5]]

## Facts

${statement}

## See also

- [[concepts/vectors|Vectors]]
`)
})

describe('an edited page', () => {
  test('gives the new text and kind of a statement', () => {
    const edited = text.replace('never rowids. *(fact', 'not rowids. *(rule')
    expect(read(edited).blocks).toEqual([
      {
        anchor: '3f9a0c12de',
        isConflict: false,
        text: 'The index keeps document keys, not rowids.',
        kind: 'rule',
        heading: 'Facts',
        line: 18,
      },
    ])
  })

  test('keeps the statement when its mark is gone, without a kind', () => {
    const [block] = read(text.replace(/ \*\(fact.*\)\*/, '')).blocks
    expect(block).toMatchObject({ anchor: '3f9a0c12de', kind: undefined })
    expect(block?.text).toBe('The index keeps document keys, never rowids.')
  })

  test('takes a list item as new, with the kind of its section or its mark', () => {
    const added = `${statement}\n- The index is rebuilt at night.\n- Never edit it. *(rule)*`
    const [, fact, rule] = read(text.replace(statement, added)).blocks
    expect(fact).toMatchObject({ anchor: undefined, kind: 'fact' })
    expect(fact?.text).toBe('The index is rebuilt at night.')
    expect(rule).toMatchObject({ anchor: undefined, kind: 'rule', text: 'Never edit it.' })
  })

  test('keeps a list below a heading of its own as prose', () => {
    const { blocks, passages } = read(`${text}\n## To do\n\n- buy milk\n`)
    expect(blocks).toHaveLength(1)
    expect(passages).toMatchObject([
      { after: { heading: 'See also', atEnd: true }, text: '## To do\n\n- buy milk' },
    ])
  })

  test('finds a statement that was moved, nested, wrapped or made a paragraph', () => {
    const moved = [
      `## To do\n\n${statement}`,
      `- A group\n  ${statement}`,
      `${statement.slice(2)}`,
      `${statement.replace('keys, ', 'keys,\n')}`,
      `1. one\n   ${statement}`,
      `\`\`\`\nleft open\n\n${statement}\n\n\`\`\`ts\nclosed\n\`\`\``,
    ]
    for (const place of moved) {
      const found = read(text.replace(statement, place)).blocks.filter(({ anchor }) => anchor)
      expect(found).toHaveLength(1)
      expect(found[0]?.text.replace('\n', ' ')).toBe('The index keeps document keys, never rowids.')
    }
  })

  test('does not read statements in a fence as statements of the page', () => {
    const { blocks } = read(`${text}\n\`\`\`\n- an example\n## How to\n- another\n\`\`\`\n`)
    expect(blocks).toHaveLength(1)
  })

  test('reports an anchor that is there twice and front matter that cannot be read', () => {
    expect(read(text.replace(statement, `${statement}\n${statement}`)).faults).toEqual([
      { line: 19, what: 'anchor-twice' },
    ])
    expect(read(text.replace('type: concept', '{')).faults).toEqual([
      { line: 1, what: 'front-matter' },
    ])
  })
})

test('both sides of a conflict are on the page until one is deleted', () => {
  const [fact] = page.sections[1]?.items ?? []
  if (fact?.type !== 'statement') throw new Error('it is a statement')
  const disputed = { ...fact, pageText: 'The index keeps keys.\nAnd rowids. *(rule)*' }
  const sections = [{ heading: 'Facts', items: [disputed] }]
  const written = renderPage({ ...page, sections })
  expect(written).toContain("- **Conflict, the page's version:** The index keeps keys.")
  expect(read(written).blocks).toMatchObject([
    { anchor: '3f9a0c12de', isConflict: false, text: fact.text },
    { anchor: '3f9a0c12de', isConflict: true, text: 'The index keeps keys.\nAnd rowids. *(rule)*' },
  ])
})

test('without a state, generated lines are known by their shape', () => {
  const { blocks, passages } = parsePage(text, 'by-shape')
  expect(blocks).toHaveLength(1)
  expect(passages).toEqual([])
})

test('a page made by a person gives its list items and the rest as prose', () => {
  const { title, blocks, passages } = read('# Deploying\n\nSome words.\n\n- Deploy on Mondays.\n')
  expect(title).toBe('Deploying')
  expect(blocks).toMatchObject([{ text: 'Deploy on Mondays.', kind: undefined, heading: '' }])
  expect(passages).toMatchObject([{ after: undefined, text: 'Some words.', line: 3 }])
})

test('a hostile page is read in reasonable time', () => {
  const hostile = [
    `- ${' '.repeat(400_000)}x`,
    '```a\n'.repeat(100_000),
    `- a${'\n'.repeat(400_000)}b`,
    `- ${'\\'.repeat(400_000)}^3f9a0c12de`,
    '- *('.repeat(100_000),
    '[['.repeat(200_000),
    '`'.repeat(400_000),
  ]
  const started = performance.now()
  for (const each of hostile) read(each)
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('a statement without a dash does not reach into the code above it', () => {
  const { blocks, passages } = read(
    `${text}\n\`\`\`\na ^00000000aa\n\n\`\`\`\nSaid below ^00000000bb\n`,
  )
  expect(blocks.at(-1)).toMatchObject({ anchor: '00000000bb', text: 'Said below' })
  expect(passages.at(-1)?.text).toBe('```\na ^00000000aa\n\n```')
})

test('front matter that begins with an item of no list is kept as text', () => {
  const { frontMatter, passages, faults } = read('---\n  - nested\n---\n')
  expect(frontMatter).toBeUndefined()
  expect(passages.map((passage) => passage.text)).toEqual(['---\n  - nested\n---'])
  expect(faults).toEqual([{ line: 1, what: 'front-matter' }])
})

describe('an introduction', () => {
  const line = introductionLine('The index finds documents [[#^3f9a0c12de|1]].', 'small')
  const introduced = renderPage({ ...page, introduction: line })

  test('is no passage, even where no state knows it', () => {
    const { introduction, passages } = parsePage(introduced, 'by-shape')
    expect({ introduction, passages }).toEqual({ introduction: line, passages: [] })
  })

  test.each([
    ['other words', introduced.replace('The index finds', 'Our index finds')],
    ['another author', introduced.replace('by small', 'by large')],
    ['another anchor', introduced.replace('^intro-', '^intro-0')],
  ])('with %s is a passage of the person', (_, text) => {
    const { introduction, passages } = parsePage(text, 'by-shape')
    expect(introduction).toBeUndefined()
    expect(passages).toHaveLength(1)
  })

  test('may be next to prose, which stays', () => {
    const text = introduced.replace(line, `Before.\n\n${line}\n\nBehind.`)
    const { introduction, passages } = parsePage(text, 'by-shape')
    expect(introduction).toBe(line)
    expect(passages.map((each) => each.text)).toEqual(['Before.\n\n\nBehind.'])
  })
})
