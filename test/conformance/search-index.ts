/** What every search index does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { SearchDocument } from '../../src/core/model/search-document.ts'
import type { SearchFilter, SearchIndex } from '../../src/core/ports/search-index.ts'
import { tokenise } from '../../src/core/text/tokenise.ts'

export type OpenSearchIndex = () => Promise<{
  readonly search: SearchIndex
  close(): void | Promise<void>
}>

const project = (id: string) => ({ scope: 'project', scopeId: id }) as const
const bounds = { limit: 10, budgetMs: 10_000 }

function documentOf(id: string, more: Partial<SearchDocument> = {}): SearchDocument {
  return {
    type: 'memory',
    id,
    scope: { scope: 'global', scopeId: '' },
    at: '2026-01-01T00:00:00.000Z',
    fields: { body: 'hooks never block' },
    ...more,
  }
}

export function describeSearchIndex(name: string, open: OpenSearchIndex): void {
  describe(`the search index on ${name}`, () => {
    let search: SearchIndex

    beforeEach(async () => {
      const opened = await open()
      onTestFinished(() => opened.close())
      search = opened.search
    })

    const find = async (text: string, filter: SearchFilter = {}, limit = 10) =>
      (await search.candidates(tokenise(text), filter, limit)).map(({ id }) => id)

    test('finds a document by any term, the best match first', async () => {
      await search.put([
        documentOf('a', { fields: { body: 'the spool is drained by the daemon' } }),
        documentOf('b', { fields: { body: 'the daemon has a lock' } }),
        documentOf('c', { fields: { body: 'nothing of it' } }),
      ])
      expect(await find('spool daemon')).toEqual(['a', 'b'])
      expect(await find('absent')).toEqual([])
      expect(await search.candidates([], {}, 10)).toEqual([])
    })

    test('finds terms by their beginning when asked to', async () => {
      await search.put([documentOf('a', { fields: { body: 'see src/core/json.ts' } })])
      expect(await search.candidates(['src/core/js*'], {}, 10)).toHaveLength(1)
      expect(await search.candidates(['src/core/js'], {}, 10)).toHaveLength(0)
    })

    test('returns every property of a document', async () => {
      const document = documentOf('a', {
        type: 'turn',
        scope: project('p'),
        projectId: 'p',
        host: 'codex',
        sessionId: 's',
        position: 3,
        branch: 'main',
        kind: 'fact',
        fields: {
          who: 'Ann',
          title: 'title',
          body: 'body',
          answer: 'answer',
          files: ['a.ts', 'b.ts'],
        },
      })
      await search.put([document])
      const [found] = await search.find([{ type: 'turn', id: 'a' }])
      const { fields, ...rest } = document
      expect(found).toMatchObject({ ...rest, files: fields.files })
      const absent = { type: 'turn', id: 'absent' } as const
      expect(await search.texts([absent, document])).toEqual([
        '',
        'Ann\nbody\nanswer\ntitle\na.ts\nb.ts',
      ])
    })

    test('replaces a document of the same type and id, and only that', async () => {
      await search.put([documentOf('a'), documentOf('a', { type: 'turn' })])
      await search.put([documentOf('a', { fields: { body: 'another text' } })])
      expect(await search.counts()).toEqual({ memory: 1, turn: 1 })
      expect(await find('hooks')).toHaveLength(1)
      expect(await find('another')).toEqual(['a'])
      expect(await search.containing('hooks', { types: ['memory'] }, bounds)).toEqual([])
    })

    test('keeps the order of documents when one is replaced', async () => {
      await search.put([documentOf('a'), documentOf('b')])
      await search.put([documentOf('a')])
      expect(await find('hooks')).toEqual(['a', 'b'])
    })

    test('removes a document from everywhere, more than once without harm', async () => {
      await search.put([documentOf('a', { fields: { body: 'gone', files: ['a.ts'] } })])
      const key = { type: 'memory', id: 'a' } as const
      await search.remove([key, key])
      await search.remove([key])
      expect(await find('gone')).toEqual([])
      expect(await search.find([key])).toEqual([])
      expect(await search.containing('gone', {}, bounds)).toEqual([])
      expect((await search.frequencies(['gone'])).byTerm.get('gone')).toBe(0)
      expect(await search.check()).toEqual([])
    })

    test('counts in how many documents a term occurs', async () => {
      await search.put([
        documentOf('a'),
        documentOf('b', { fields: { title: 'hooks', body: 'x' } }),
      ])
      const { total, byTerm } = await search.frequencies(['hook', 'block', 'absent'])
      expect(total).toBe(2)
      expect([...byTerm]).toEqual([
        ['hook', 2],
        ['block', 1],
        ['absent', 0],
      ])
    })

    test('gives the terms of a beginning and a length, with their documents', async () => {
      await search.put([
        documentOf('a', { fields: { body: 'spool spoon spa' } }),
        documentOf('b', { fields: { body: 'spool sport tool' } }),
      ])
      const found = await search.vocabulary('sp', { least: 5, most: 6 })
      expect(found.toSorted((a, b) => (a.term < b.term ? -1 : 1))).toEqual([
        { term: 'spool', documents: 2 },
        { term: 'spoon', documents: 1 },
        { term: 'sport', documents: 1 },
      ])
    })

    test('knows no documents and no terms when empty', async () => {
      expect(await search.frequencies(['hook'])).toEqual({
        total: 0,
        byTerm: new Map([['hook', 0]]),
      })
      expect(await search.containing('x', {}, bounds)).toEqual([])
      expect(await search.newest({}, 5)).toEqual([])
      expect(await search.check()).toEqual([])
    })

    const everything: SearchDocument[] = [
      documentOf('m', {
        kind: 'decision',
        at: '2026-01-01T00:00:00.000Z',
        validFrom: '2026-01-01',
        validTo: '2026-02-01',
      }),
      documentOf('p', {
        scope: project('1'),
        projectId: '1',
        kind: 'fact',
        at: '2026-01-02T00:00:00.000Z',
      }),
      documentOf('t', {
        type: 'turn',
        scope: project('2'),
        projectId: '2',
        host: 'codex',
        sessionId: 's',
        branch: 'topic',
        at: '2026-01-03T00:00:00.000Z',
        fields: { body: 'hooks', files: ['src/core/json.ts'] },
      }),
    ]

    test.each<[string, SearchFilter, string[]]>([
      ['project', { projectId: '1' }, ['p']],
      ['type', { types: ['turn', 'session'] }, ['t']],
      ['kind', { kinds: ['decision', 'rule'] }, ['m']],
      ['host', { host: 'codex' }, ['t']],
      ['session', { sessionId: 's' }, ['t']],
      ['branch', { branch: 'topic' }, ['t']],
      ['whole path', { file: 'src/core/json.ts' }, ['t']],
      ['end of a path', { file: 'json.ts' }, ['t']],
      ['end of a path that is no whole name', { file: 'son.ts' }, []],
      ['path with a wildcard, literally', { file: '%.ts' }, []],
      ['time', { from: '2026-01-02T00:00:00.000Z', to: '2026-01-03T00:00:00.000Z' }, ['p']],
      ['validity', { validAt: '2026-03-01', types: ['memory'] }, ['p']],
      ['scopes', { scopes: [{ scope: 'global', scopeId: '' }, project('2')] }, ['m', 't']],
      ['no scope at all', { scopes: [] }, []],
      ['several at once', { projectId: '2', host: 'claude-code' }, []],
    ])('filters by %s', async (_, filter, ids) => {
      await search.put(everything)
      const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id).sort()
      expect((await find('hooks', filter)).sort()).toEqual(ids)
      expect(idsOf(await search.newest(filter, 10))).toEqual(ids)
      expect(idsOf(await search.containing('hooks', filter, bounds))).toEqual(ids)
    })

    test('gives the turns around a place, of the same session only', async () => {
      const turn = (sessionId: string, position: number) =>
        documentOf(`${sessionId}${position}`, { type: 'turn', sessionId, position })
      await search.put(
        [1, 2, 3, 4, 5].flatMap((position) => [turn('a', position), turn('b', position)]),
      )
      await search.put([documentOf('tool', { type: 'tool-event', sessionId: 'a', position: 3 })])
      const around = await search.neighbours([{ sessionId: 'a', position: 4 }], 1, {})
      expect(around.map(({ id }) => id)).toEqual(['a3', 'a4', 'a5'])
    })

    test('gives the sessions that touched a file, newest first', async () => {
      const session = (id: string, files: string[]) =>
        documentOf(id, { type: 'session', fields: { files } })
      await search.put([
        session('old', ['a.ts']),
        session('other', ['b.ts']),
        session('new', ['a.ts', 'b.ts']),
      ])
      await search.put([documentOf('turn', { type: 'turn', fields: { files: ['a.ts'] } })])
      const ids = async (limit: number) =>
        (await search.sessionsTouching(['a.ts'], {}, limit)).map(({ id }) => id)
      expect(await ids(10)).toEqual(['new', 'old'])
      expect(await ids(1)).toEqual(['new'])
    })

    test.each(['100%', 'a_b', "it's", '\\d+', '"quoted"', '日本', 'ook', '*'])(
      'finds the literal text %s inside another',
      async (text) => {
        await search.put([
          documentOf('a', { fields: { body: `before${text}after` } }),
          documentOf('b'),
        ])
        const found = await search.containing(text, {}, bounds)
        expect(found.map(({ id }) => id)).toContain('a')
        if (text !== 'ook') expect(found).toHaveLength(1)
      },
    )

    test('finds literal text in either case, newest first, as many as wanted', async () => {
      await search.put(['a', 'b', 'c'].map((id) => documentOf(id)))
      const found = await search.containing('HOOKS NEV', {}, { ...bounds, limit: 2 })
      expect(found.map(({ id }) => id)).toEqual(['c', 'b'])
    })

    test('survives texts of any characters', async () => {
      const odd = [
        '',
        '\u0000',
        '"',
        "'",
        'a\u0000b',
        '😀',
        '\ud800',
        'OR AND NOT NEAR(',
        'x'.repeat(5_000),
      ]
      await search.put(odd.map((body, at) => documentOf(`${at}`, { fields: { body } })))
      for (const text of odd) await find(text)
      expect(await search.counts()).toEqual({ memory: odd.length })
      expect(await search.check()).toEqual([])
    })

    test('is empty after clearing and can be filled again', async () => {
      await search.put(everything)
      await search.clear()
      expect(await search.counts()).toEqual({})
      expect(await find('hooks')).toEqual([])
      await search.put(everything)
      await search.optimise()
      expect(await find('hooks')).toHaveLength(3)
      expect(await search.check()).toEqual([])
    })
  })
}
