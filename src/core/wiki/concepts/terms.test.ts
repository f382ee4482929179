import { describe, expect, test } from 'vitest'
import { conceptTermsOf, termKey } from './terms.ts'

const read = (content: string, files: string[] = [], tags: string[] = []) =>
  conceptTermsOf({ content, files, tags }).map(({ type, name }) => `${type} ${name}`)

describe('the terms of a memory', () => {
  test('are its files, with the folder', () => {
    expect(read('', ['src/core/search-index.ts'])).toEqual([
      'file search-index.ts',
      'folder src/core',
    ])
    expect(read('', ['apps/web/index.ts'])).toContain('file web/index.ts')
  })

  test('are the identifiers, commands and names in its text', () => {
    const terms = read(
      'Run `uv sync` before `buildIndex()`; RETRY_LIMIT and lab-recorder need PostgreSQL and FTS5.',
    )
    for (const term of [
      ...['tool uv', 'identifier buildIndex', 'identifier RETRY_LIMIT', 'identifier PostgreSQL'],
      ...['identifier lab-recorder', 'name FTS5'],
    ]) {
      expect(terms).toContain(term)
    }
  })

  test('are no general words, however often they occur', () => {
    const terms = read('After the change you should always use the new function before a release.')
    expect(terms.filter((term) => /after|should|always|before|function/i.test(term))).toEqual([])
  })

  test('are no words of git, and words of three letters like any other', () => {
    expect(read('The rebase needs the pty, then a stash of the worktrees.')).toEqual(['noun pty'])
  })

  test('are pairs of words that belong together', () => {
    expect(read('Each shadow branch is local.')).toContain('phrase shadow branch')
  })

  test('are one for all spellings', () => {
    const keys = ['searchIndex', 'search_index', 'SearchIndex', 'search index', 'search-indexes']
    expect(new Set(keys.map((name) => termKey(name, 'identifier'))).size).toBe(1)
    expect(termKey('search-index.ts', 'file')).toBe(termKey('searchIndex', 'identifier'))
    expect(termKey('index.ts', 'file')).not.toBe(termKey('index', 'word'))
  })

  test('are none of a hostile text that cost much time', () => {
    const started = performance.now()
    for (const each of ['a/', 'a.', '`', 'A-', 'aA_', 'a b ', '://', '@']) read(each.repeat(2_000))
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
