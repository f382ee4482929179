import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createLinkResolver,
  pageSlug,
  parseLinks,
  readLink,
  renderLink,
  toPagePath,
} from './links.ts'

describe('links', () => {
  test('are read with target, anchor and alias', () => {
    const lines = ['See [[concepts/a|the A]] and [[b#^3f9a0c12de]].', '![[c#Heading|C]] [[#^x]]']
    expect(parseLinks(lines, 7)).toEqual([
      { target: 'concepts/a', anchor: undefined, alias: 'the A', line: 7 },
      { target: 'b', anchor: '3f9a0c12de', alias: undefined, line: 7 },
      { target: 'c', anchor: undefined, alias: 'C', line: 8 },
      { target: '', anchor: 'x', alias: undefined, line: 8 },
    ])
  })

  test('are ignored in code', () => {
    const lines = ['`[[ -f a ]]` and `[[a]]`', '```', '[[b]]', '```', 'if [[ -f x ]]', '[[c]]']
    expect(parseLinks(lines, 1).map(({ target }) => target)).toEqual(['c'])
  })

  test('are written so that they can be read', () => {
    fc.assert(
      fc.property(fc.string(), (label) => {
        const inner = renderLink('concepts/a.md', label, '3f9a0c12de').slice(2, -2)
        expect(readLink(inner)).toMatchObject({ target: 'concepts/a', anchor: '3f9a0c12de' })
      }),
    )
  })

  const resolve = createLinkResolver([
    { path: 'concepts/search-index.md', title: 'Search index', aliases: ['search-index.ts'] },
    { path: 'decisions/use-fts5.md', title: 'Use FTS5', aliases: [] },
  ])

  test.each([
    ['concepts/search-index', 'concepts/search-index.md'],
    ['concepts/search-index.md', 'concepts/search-index.md'],
    ['Search Index', 'concepts/search-index.md'],
    ['search-index.ts', 'concepts/search-index.md'],
    ['use-fts5', 'decisions/use-fts5.md'],
    ['', 'index.md'],
    ['gone', undefined],
    ['../concepts/search-index', undefined],
    ['/etc/passwd', undefined],
  ])('%s leads to %s', (target, path) => {
    expect(resolve(target, 'index.md')).toBe(path)
  })
})

describe('names of pages', () => {
  test.each([
    ['Search index', 'search-index'],
    ['src/core/wiki/*.ts', 'src-core-wiki-ts'],
    ['../../etc/passwd', 'etc-passwd'],
    ['CON', 'con-page'],
    ['com1', 'com1-page'],
    ['…', 'page'],
    ['Übergabe', 'übergabe'],
  ])('%s becomes %s', (name, slug) => {
    expect(pageSlug(name)).toBe(slug)
  })

  test('are short, lower-case and safe, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (name) => {
        const slug = pageSlug(name)
        expect(slug.length).toBeGreaterThan(0)
        expect(slug.length).toBeLessThanOrEqual(86)
        expect(new TextEncoder().encode(slug).length).toBeLessThan(250)
        expect(toPagePath(`concepts/${slug}`)).toBe(`concepts/${slug}.md`)
      }),
    )
  })

  test.each([
    '..',
    'a/../b',
    '/a',
    'a//b',
    'C:/a',
    'a\\b',
    '.git/config',
    'a/.hidden',
    'aux',
    'a/nul.md',
    'a\u0000',
    'a.',
    '',
    '~:x',
  ])('%j is no path of a page', (target) => {
    expect(toPagePath(target)).toBeUndefined()
  })

  test('no target leads out of the folder', () => {
    const part = fc.oneof(fc.constantFrom('..', '.', '', '/', '\\', 'a', '~'), fc.string())
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const path = toPagePath(parts.join('/'))
        if (path === undefined) return
        expect(path.startsWith('/')).toBe(false)
        expect(path.split(/[/\\]/).some((part) => /^\.*$/.test(part))).toBe(false)
      }),
    )
  })
})
