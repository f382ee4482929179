import { expect, test } from 'vitest'
import { findPages, type ListedPage, pagesByType } from './catalogue.tsx'

const page = (
  type: ListedPage['type'],
  title: string,
  more: Partial<ListedPage> = {},
): ListedPage => ({
  ...{
    path: `${type}s/${title.toLowerCase()}.md`,
    type,
    title,
    summary: '',
    tags: [],
    aliases: [],
  },
  ...{ sources: 1, statements: 1 },
  ...more,
})

test('pages are found by name, alias and tag, with all words', () => {
  const pages = [
    page('concept', 'Vectors', { aliases: ['embeddings'] }),
    page('concept', 'Search index', { tags: ['fts'] }),
  ]
  const found = (words: string) => findPages(pages, words).map(({ title }) => title)
  expect(found('EMBED')).toEqual(['Vectors'])
  expect(found('fts search')).toEqual(['Search index'])
  expect(found('fts vectors')).toEqual([])
  expect(found(' ')).toHaveLength(2)
})

test('concepts come first by name, with the rest after them, then decisions by the day they were made and days, newest first, index and log together last', () => {
  const pages = [
    page('log', 'Log'),
    page('daily', '2026-01-01'),
    page('daily', '2026-02-01'),
    page('concept', 'Everything else', { path: 'concepts/everything-else.md' }),
    page('concept', 'Vectors'),
    page('concept', 'Cart'),
    page('index', 'Index'),
    page('decision', 'Old', { summary: '2026-01-01', updated: '2026-03-01' }),
    page('decision', 'New', { summary: '2026-02-01', updated: '2026-02-01' }),
  ]
  expect(
    pagesByType(pages).map(({ name, pages }) => [name, pages.map((each) => each.title)]),
  ).toEqual([
    ['Concepts', ['Cart', 'Vectors', 'Everything else']],
    ['Decisions', ['New', 'Old']],
    ['Days', ['2026-02-01', '2026-01-01']],
    ['Index', ['Index', 'Log']],
  ])
})
