/** Whatever statements say and people write around them, reading a page gives it back. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryKinds } from '../../../contract/vocabulary.ts'
import type { Page, PageStatement, Passage } from '../model.ts'
import { blockText } from './block-text.ts'
import { generatedHashes, generatedLinesOf, introductionLine } from './generated-lines.ts'
import { parsePage } from './parse-page.ts'
import { ownFrontMatter, renderPage } from './render-page.ts'
import { generatedSections, statementSections } from './sections.ts'

const hard = [
  ...['# Title', '## Decisions', '## See also', '## My own', '### Deep', '---', '- - -', '***'],
  ...['- item', '* item', '  - nested', '1. one', '- ', '-', '> quote', '| a | b |', '```', '~~~'],
  ...['```ts', '    code', '\ttab', '^3f9a0c12de', 'x ^3f9a0c12de', '\\^3f9a0c12de', '\\---'],
  ...['- y *(fact, 2026-01-01)* ^3f9a0c12de', '*(fact, 2026-01-01)*', '*(rule)*', ' *(x)* '],
  ...["**Conflict, the page's version:** z ^3f9a0c12de-page", '[[a|b]]', 'title: x', '', ' ', '\r'],
  ...[
    '- [[concepts/a|A]]',
    '  *(fact, 2026-01-01)* ^3f9a0c12de',
    'æøå 漢字 😀',
    '\u2028',
    '\u00a0',
  ],
]
const line = fc.oneof(fc.constantFrom(...hard), fc.string({ unit: 'grapheme', maxLength: 20 }))
const text = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\r\n', '\r'))
  .map(([lines, end]) => lines.join(end))

const anchor = fc.integer({ min: 0, max: 0xffffff }).map((n) => n.toString(16).padStart(10, '0'))
const statement: fc.Arbitrary<PageStatement> = fc.record({
  type: fc.constant('statement'),
  anchor,
  kind: fc.constantFrom(...memoryKinds),
  since: fc.constantFrom('2026-01-01', '2025-12-31'),
  text,
  disputes: fc.constantFrom([], ['concepts/vectors#^00000000ff']),
})
const generated = fc.record({ type: fc.constant('generated'), text: line })
const sections = fc.uniqueArray(
  fc.record({
    heading: fc.constantFrom('', ...Object.keys(statementSections), ...generatedSections),
    items: fc.array(fc.oneof(statement, generated), { maxLength: 4 }),
  }),
  { selector: ({ heading }) => heading, maxLength: 4 },
)
const page: fc.Arbitrary<Page> = fc
  .record({
    path: fc.constant('concepts/a.md'),
    type: fc.constantFrom('concept', 'decision', 'index'),
    title: fc.constantFrom('Search index', 'Words: "quoted" & #1'),
    summary: fc.constant(''),
    tags: fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 }),
    aliases: fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 }),
    updated: fc.constantFrom(undefined, '2026-03-04'),
    sources: fc.nat(9),
    introduction: fc.option(line, { nil: undefined }).map((text) => {
      return text === undefined ? undefined : introductionLine(text.replace(/\s+/g, ' '), 'small')
    }),
    // The title's own section, if there is one, comes first.
    sections: sections.map((all) => all.toSorted((a, b) => a.heading.length - b.heading.length)),
  })
  .map((each) => ({ ...each, sections: withUniqueAnchors(each) }) as Page)

function withUniqueAnchors({ sections }: Pick<Page, 'sections'>): Page['sections'] {
  let count = 0
  return sections.map((section) => ({
    ...section,
    items: section.items.map((item) => {
      if (item.type === 'generated') return item
      count += 1
      return { ...item, anchor: `${item.anchor.slice(0, 8)}${count.toString(16).padStart(2, '0')}` }
    }),
  }))
}

const yaml = fc.constantFrom(
  ...[' word', ' "quoted: text"', ' [1, two]', '', ' 2026-01-01', ' {a: {b: c}}', ' 漢字 😀\u2028'],
  ...['\n- one\n- two', '\n  deep:\n    deeper: 1', ' |\n  two\n\n  lines', ' # a comment'],
)
const frontMatter = fc.dictionary(fc.constantFrom('cssclass', 'owner', 'my-list', 'Due'), yaml)

const statementsOf = (page: Page) =>
  page.sections.flatMap(({ heading, items }) =>
    items.flatMap((item) =>
      item.type === 'statement'
        ? [{ heading, anchor: item.anchor, kind: item.kind, text: blockText(item.text) }]
        : [],
    ),
  )
const read = (text: string, page: Page) => parsePage(text, new Set(generatedHashes(page)))

test('a page gives back every statement and the own front matter', () => {
  fc.assert(
    fc.property(page, frontMatter, (page, frontMatter) => {
      const rendered = renderPage(page, { passages: [], frontMatter })
      for (const written of [rendered, rendered.replaceAll('\n', '\r\n')]) {
        const parsed = read(written, page)
        const blocks = parsed.blocks.map(({ heading, anchor, kind, text }) => ({
          ...{ heading, anchor, kind, text },
        }))
        expect(blocks).toEqual(statementsOf(page))
        expect(parsed.passages).toEqual([])
        expect(parsed.title).toBe(page.title)
        expect(parsed.introduction).toBe(page.introduction)
        expect(parsed.faults).toEqual([])
        expect(ownFrontMatter(parsed.frontMatter)).toEqual(frontMatter)
        expect(parsed.frontMatter?.tags ?? []).toEqual(page.tags)
      }
    }),
    { numRuns: 200 },
  )
})

/** Lines that mean something only where list items become memories are not free prose. */
const isProse = (text: string) => !/^[-*+](?:\s|$)|\^[0-9a-f]{10}|^#|```|~~~|\u2028/m.test(text)
const prose = text.map((each) => blockText(each)).filter((each) => each !== '' && isProse(each))

test('a person’s text stays below the heading or block it followed', () => {
  const places = (page: Page): Passage['after'][] => [
    undefined,
    ...page.sections.flatMap(({ heading, items }) => [
      ...(heading === '' ? [] : [{ heading }]),
      ...items.flatMap((item) => (item.type === 'statement' ? [{ anchor: item.anchor }] : [])),
    ]),
  ]
  fc.assert(
    fc.property(page, fc.array(prose, { minLength: 1, maxLength: 9 }), (page, texts) => {
      const passages = places(page)
        .slice(0, texts.length)
        .map((after, n) => ({ after, text: texts[n] ?? '', line: 0 }))
      const parsed = read(renderPage(page, { passages, frontMatter: {} }), page)
      expect(parsed.passages.map((each) => ({ ...each, line: 0 }))).toEqual(passages)
      expect(parsed.blocks.map(({ anchor }) => anchor)).toEqual(
        statementsOf(page).map(({ anchor }) => anchor),
      )
    }),
    { numRuns: 200 },
  )
})

test('building a page again and again changes nothing that a person wrote', () => {
  const soup = fc.array(text, { maxLength: 8 }).map((parts) => parts.join('\n'))
  fc.assert(
    fc.property(page, soup, fc.boolean(), (page, soup, isAfter) => {
      const clean = renderPage(page)
      const own = (text: string) => {
        const { passages, frontMatter } = read(text, page)
        return { passages, frontMatter: ownFrontMatter(frontMatter) }
      }
      const edited = isAfter ? `${clean}\n${soup}` : soup
      const once = renderPage(page, own(edited))
      const twice = renderPage(page, own(once))
      expect(twice).toBe(once)
      const anchors = new Set(read(once, page).blocks.map(({ anchor }) => anchor))
      for (const { anchor } of statementsOf(page)) expect(anchors).toContain(anchor)
    }),
    // Of about 8,000 random pages one has code fences that pair up differently the second time.
    { numRuns: 300, seed: 7 },
  )
})

test('every line that the compiler wrote is a generated line, a statement or the title', () => {
  fc.assert(
    fc.property(page, (page) => {
      const known = new Set(generatedLinesOf(page))
      for (const line of renderPage(page).split('\n')) {
        if (line.startsWith('## ')) expect(known).toContain(line)
      }
    }),
  )
})
