import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sampleMemory } from '../../../test/conformance/samples.ts'
import { type MemoryStore, openMemoryStore } from '../../../test/support/core/memory-store.ts'
import type { SearchDocument } from '../model/search-document.ts'
import type { SearchIndex } from '../ports/search-index.ts'
import { describeExplanation } from './explain.ts'
import { type RecallRequest, recall } from './recall.ts'

const clock = { now: () => new Date('2026-03-01T12:00:00Z') }
const scope = { scope: 'project', scopeId: 'p' } as const
let store: MemoryStore
let index: SearchIndex

beforeEach(async () => {
  store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
  index = store.search
})

function memory(id: string, body: string, more: Partial<SearchDocument> = {}): SearchDocument {
  return { type: 'memory', id, scope, at: '2026-01-01T00:00:00.000Z', fields: { body }, ...more }
}

function turn(
  sessionId: string,
  position: number,
  body: string,
  more: Partial<SearchDocument> = {},
) {
  return memory(`${sessionId}.${position}`, body, { type: 'turn', sessionId, position, ...more })
}

function session(id: string, files: readonly string[], more: Partial<SearchDocument> = {}) {
  return memory(id, '', { type: 'session', sessionId: id, ...more, fields: { files } })
}

const ask = (request: RecallRequest) => recall(request, { index, clock })
const idsOf = async (request: RecallRequest) => (await ask(request)).hits.map(({ id }) => id)
const noise = Array.from({ length: 30 }, (_, at) =>
  memory(`n${at}`, `noise number ${at} about nothing`),
)

describe('recall', () => {
  test('finds paraphrases, ranked after literal matches', async () => {
    await index.put([
      ...noise,
      memory('same', 'remove the folder'),
      memory('other', 'erase the directory'),
    ])
    expect(await idsOf({ text: 'remove folder' })).toEqual(['same', 'other'])
  })

  test('finds an answer by the question before it', async () => {
    await index.put([
      ...noise,
      turn('s', 1, 'Which database did you choose for the offline cache?'),
      turn('s', 2, 'An embedded one, since it runs everywhere.'),
    ])
    const { hits } = await ask({ text: 'database of the offline cache' })
    const answer = hits.find(({ id }) => id === 's.2')
    expect(answer?.explanation).toMatchObject({
      terms: [],
      nearby: expect.arrayContaining(['cach']),
    })
  })

  test('a new turn gives its neighbours context at once', async () => {
    await index.put([...noise, turn('s', 1, 'It was LevelDB.')])
    expect(await idsOf({ text: 'offline cache' })).toEqual([])
    await index.put([turn('s', 2, 'Right, for the offline cache.')])
    expect(await idsOf({ text: 'offline cache' })).toContain('s.1')
  })

  test('prefers results from the time that the question names', async () => {
    await index.put([
      ...noise,
      memory('january', 'the deploy failed'),
      memory('february', 'the deploy failed', { at: '2026-02-10T00:00:00.000Z' }),
    ])
    expect((await idsOf({ text: 'deploy failure in February 2026' }))[0]).toBe('february')
    expect((await idsOf({ text: 'deploy failure in January 2026' }))[0]).toBe('january')
  })

  test('prefers the pinned and important', async () => {
    await index.put(noise)
    await store.transaction(async ({ memories }) => {
      const content = (word: string) => ({ content: `use the old ${word} queue` })
      await memories.insert(sampleMemory('plain', { ...content('blue'), contentHash: '02' }))
      const more = { ...content('green'), pinned: true, importance: 0.9 }
      await memories.insert(sampleMemory('pinned', { contentHash: '03', ...more }))
    })
    expect(await idsOf({ text: 'old queue' })).toEqual(['pinned', 'plain'])
  })

  test('ranks by the present use counts', async () => {
    await store.transaction(async ({ memories }) => {
      const [one, other] = ['use the old red queue', 'use the old blue queue']
      await memories.insert(sampleMemory('unused', { content: one, contentHash: '01' }))
      await memories.insert(sampleMemory('used', { content: other, contentHash: '02' }))
      for (let times = 0; times < 5; times++) {
        await memories.countUse(['used'], '2026-01-02T00:00:00.000Z')
      }
    })
    expect(await idsOf({ text: 'old queue' })).toEqual(['used', 'unused'])
    const [found] = await index.find([{ type: 'memory', id: 'used' }])
    expect(found?.facts.uses).toBe(5)
  })

  test('lets memories fade by their kind, unless they were used since', async () => {
    const put = (id: string, kind: 'fix' | 'rule', contentHash: string) =>
      store.transaction(async ({ memories }) => {
        const content = `use the old queue ${id}`
        await memories.insert(sampleMemory(id, { kind, content, contentHash }))
      })
    await put('faded', 'fix', '01')
    await put('used', 'fix', '02')
    await put('lasting', 'rule', '03')
    await store.transaction(({ memories }) =>
      memories.setLastUse('used', clock.now().toISOString()),
    )
    const { hits } = await ask({ text: 'old queue' })
    expect(hits.map(({ id }) => id)).toEqual(['used', 'lasting', 'faded'])
    expect(describeExplanation(hits.at(-1)?.explanation ?? ({} as never))).toContain(
      'not used for long (−0.0',
    )
  })

  test('lets branch and files of the asker count', async () => {
    await index.put([
      ...noise,
      memory('other', 'lock the queue', { branch: 'feat/other' }),
      memory('branch', 'lock the queue', { branch: 'feat/queue' }),
      memory('file', 'lock the queue', { fields: { body: 'lock the queue', files: ['a.ts'] } }),
    ])
    expect((await idsOf({ text: 'lock the queue', branch: 'feat/queue' }))[0]).toBe('branch')
    expect((await idsOf({ text: 'lock the queue', files: ['a.ts'] }))[0]).toBe('file')
  })

  test.each(['rseJsonPa', 'core/js', '00% ', '語', 'st it'])(
    'is never empty when a text contains %s',
    async (text) => {
      await index.put([
        ...noise,
        memory('a', 'parseJsonPath in src/core/json.ts: 100% 日本語 test it'),
      ])
      expect(await idsOf({ text })).toEqual(['a'])
    },
  )

  test.each([
    'src/core/json.ts',
    'json.ts',
    'core/json.ts',
    'src/core/jso',
    'parseJson',
    'parseJsonP',
    'JsonPath',
    '日本語',
    '本語',
  ])('finds an identifier, a path and CJK text by %s', async (text) => {
    await index.put([...noise, memory('a', 'parseJsonPath in src/core/json.ts 日本語')])
    expect((await idsOf({ text }))[0]).toBe('a')
  })

  test('finds a two-year-old memory among newer ones', async () => {
    await index.put([
      memory('old', 'the vault key rotates yearly', { at: '2024-03-01T00:00:00.000Z' }),
      ...noise,
    ])
    expect(await idsOf({ text: 'how often does the vault key rotate?' })).toEqual(['old'])
  })

  test('abstains when nothing is relevant enough, and says so', async () => {
    await index.put([...noise, memory('a', 'open the settings')])
    const text = 'when does the public swimming pool open on sundays in winter'
    expect(await ask({ text, threshold: 1 })).toMatchObject({ hits: [], abstained: true })
    expect((await ask({ text, threshold: 0 })).hits).toHaveLength(1)
  })

  test('a long prompt finds what its few good words find', async () => {
    await index.put([
      ...noise,
      ...Array.from({ length: 40 }, (_, at) => turn('s', at, `window ${at} shows the price`)),
      memory('lockfile', 'pnpm installs with a frozen lockfile in the pipeline'),
    ])
    const others = Array.from({ length: 40 }, (_, at) => `unheard${at}of`).join(' ')
    expect(await idsOf({ text: 'pnpm frozen lockfile' })).toEqual(['lockfile'])
    expect((await idsOf({ text: `${others} pnpm frozen lockfile ${others}` }))[0]).toBe('lockfile')
    expect(await ask({ text: `${others} price ${others}` })).toMatchObject({ abstained: true })
  })

  test('a memory about the question comes before turns that only mention its words', async () => {
    await index.put([
      ...noise,
      turn('s', 1, 'Why pnpm? Run pnpm install, then pnpm build, then pnpm test.'),
      turn('s', 2, 'pnpm failed, so pnpm was run again with pnpm store prune'),
      memory('lockfile', 'We use pnpm because the lockfile is shared'),
      memory('editor', 'The editor is pinned with the store'),
    ])
    expect((await idsOf({ text: 'why pnpm' }))[0]).toBe('lockfile')
    const types = (await ask({ text: 'pnpm store prune' })).hits.map(({ id }) => id)
    expect(types.indexOf('editor')).toBeGreaterThan(types.indexOf('s.2'))
  })

  describe('of a small store', () => {
    beforeEach(() =>
      index.put([
        memory('comments', 'Comments say why, never what'),
        memory('releases', 'Releases go out on Tuesdays'),
        memory('linter', 'The linter is biome'),
      ]),
    )

    test('answers when a clear word matches', async () => {
      expect(await idsOf({ text: 'comments style always' })).toEqual(['comments'])
      expect(await idsOf({ text: 'which linter configuration applies' })).toEqual(['linter'])
    })

    test('still abstains when one word of many does', async () => {
      const text = 'which comments did the customers of the swimming pool leave in winter'
      expect(await ask({ text })).toMatchObject({ hits: [], abstained: true })
    })

    test.each(['releases 2025-10-13', 'what about releases on October 13th, 2025?'])(
      'answers %s without the date, and says so',
      async (text) => {
        const found = await ask({ text })
        expect(found).toMatchObject({ total: 1, withoutDate: true })
        expect(found.hits.map(({ id }) => id)).toEqual(['releases'])
        expect(await ask({ text, threshold: 1 })).toMatchObject({ hits: [] })
        expect(await ask({ text: 'releases' })).toMatchObject({ withoutDate: false })
      },
    )

    test('finds nothing for a date alone', async () => {
      expect(await ask({ text: '2025-10-13' })).toMatchObject({ hits: [], withoutDate: false })
    })

    test('answers from a few memories despite a long history', async () => {
      const turns = Array.from({ length: 60 }, (_, at) => turn('s', at, `style of window ${at}`))
      await index.put(turns)
      expect(await idsOf({ text: 'comments rulebook whereabouts' })).toEqual(['comments'])
    })
  })

  describe('of a compound', () => {
    const written = ['rate limit', 'rate-limit', 'rate_limit', 'rateLimit', 'ratelimit']
    const all = [...written, 'rate limiter', 'RateLimiter', 'rate-limits', 'ratelimiter']

    test.each(all)('written %s finds every other way to write it', async (asked) => {
      for (const stored of all) {
        await index.put([...noise, memory('it', `Fifty a second is the ${stored} of the gateway`)])
        expect([stored, await idsOf({ text: asked })]).toEqual([stored, ['it']])
      }
    })

    test('finds each of two ways that the store has', async () => {
      await index.put([...noise, memory('a', 'the ratelimit is 50'), memory('b', 'rate-limit: 50')])
      for (const text of written) expect((await idsOf({ text })).sort()).toEqual(['a', 'b'])
    })

    test('needs all of its words, and shows them', async () => {
      await index.put([...noise, memory('rate', 'the rate of the bank'), memory('x', 'no limit')])
      expect(await idsOf({ text: 'ratelimit' })).toEqual([])
      expect(await idsOf({ text: 'himself' })).toEqual([])
      await index.put([memory('both', 'a limit to the rate')])
      const { hits } = await ask({ text: 'ratelimit' })
      expect(hits.map(({ id }) => id)).toEqual(['both'])
      expect(hits[0]?.explanation.terms).toEqual(['rate', 'limit'])
    })
  })

  test('“pull request” and “PR” find each other, and a pull alone is none', async () => {
    await index.put([
      ...noise,
      memory('short', 'A PR needs two approvals'),
      memory('long', 'Pull requests are merged by squashing'),
      memory('pull', 'pull before you begin'),
    ])
    for (const text of ['PR', 'pull request', 'open pull-requests']) {
      expect((await idsOf({ text })).slice(0, 2).sort()).toEqual(['long', 'short'])
    }
    expect(await idsOf({ text: 'PR' })).not.toContain('pull')
    expect(await idsOf({ text: 'pull' })).not.toContain('short')
  })

  describe('of a misspelt word', () => {
    beforeEach(() =>
      index.put([...noise, memory('invoice', 'Invoices are rounded once'), memory('b', 'deploy')]),
    )

    test.each(['invoce', 'invioce', 'invoicee', 'inovice', 'deplyo'])('finds %s', async (text) => {
      expect(await idsOf({ text })).toEqual([text.startsWith('d') ? 'b' : 'invoice'])
    })

    test('finds it beside words that match', async () => {
      await index.put([memory('rounded', 'Totals are rounded twice')])
      expect((await idsOf({ text: 'invoce rounded' }))[0]).toBe('invoice')
    })

    test('says how it is written, and shows where', async () => {
      const { hits } = await ask({ text: 'invoce' })
      expect(hits[0]?.explanation.terms).toEqual(['invoic'])
    })

    test('takes a word that is known as it is', async () => {
      await index.put([memory('invoke', 'Invoke it')])
      expect(await idsOf({ text: 'invoke' })).toEqual(['invoke'])
    })

    test('leaves short words, numbers and names in code alone', async () => {
      await index.put([memory('x', 'port 8080 of the hub in parse_json')])
      for (const text of ['8081', 'hut', 'parse_jsun']) {
        expect((await ask({ text })).hits.map(({ id }) => id)).not.toContain('invoice')
      }
      expect(await idsOf({ text: '8081' })).toEqual([])
      expect(await idsOf({ text: 'hut' })).toEqual([])
    })
  })

  test('gives the newest when nothing is asked', async () => {
    await index.put([memory('b', 'x', { at: '2026-02-01T00:00:00.000Z' }), memory('a', 'y')])
    expect(await idsOf({ text: ' ' })).toEqual(['b', 'a'])
  })

  test('pages fit together and repeat in the same order', async () => {
    await index.put(
      Array.from({ length: 25 }, (_, at) => memory(`m${at}`, `same words here ${at}`)),
    )
    const all = await idsOf({ text: 'same words', limit: 25 })
    const pages = [0, 10, 20].map((offset) => idsOf({ text: 'same words', limit: 10, offset }))
    expect((await Promise.all(pages)).flat()).toEqual(all)
    expect(new Set(all).size).toBe(25)
  })

  test('never shows what the filter leaves out, neighbours and literal text included', async () => {
    const elsewhere = { scope: { scope: 'project', scopeId: 'q' }, projectId: 'q' } as const
    await index.put([turn('s', 1, 'offline cache', elsewhere), turn('s', 2, 'LevelDB', elsewhere)])
    const filter = { scopes: [scope] }
    for (const text of ['offline cache', 'eveld', ''])
      expect(await idsOf({ text, filter })).toEqual([])
  })

  test('without a question the newest results are explained as such, not as literal matches', async () => {
    await index.put([memory('a', 'ship on fridays')])
    const { hits } = await ask({ text: '' })
    expect(hits.map(({ explanation }) => describeExplanation(explanation))).toEqual(['newest'])
  })
})

describe('recall of sessions', () => {
  test('ranks a session by all that matches in it and names the best of it', async () => {
    await index.put([
      ...noise,
      turn('one', 1, 'the spool fills up'),
      turn('two', 1, 'the spool fills up'),
      turn('two', 2, 'drain the spool'),
    ])
    const { hits } = await ask({ text: 'spool fills', by: 'session' })
    expect(hits.map(({ type, id }) => `${type} ${id}`)).toEqual(['session two', 'session one'])
    expect(hits[0]?.within[0]).toEqual({ type: 'turn', id: 'two.1' })
    expect(hits[0]?.whole).toBe('the spool fills up')
  })

  test('finds sessions that edited the files of the best match, whatever they say', async () => {
    await index.put([
      ...noise,
      session('match', ['src/queue.ts']),
      turn('match', 1, 'the spool fills up'),
      session('sharing', ['src/queue.ts']),
      session('unrelated', ['src/other.ts']),
    ])
    const { hits } = await ask({ text: 'spool fills', by: 'session' })
    expect(hits.map(({ id }) => id).sort()).toEqual(['match', 'sharing'])
    const sharing = hits.find(({ id }) => id === 'sharing')
    expect(sharing?.explanation.priors.map(({ name }) => name)).toEqual(['shared-files'])
  })

  test('takes a vague request to mean the work on the asker’s branch', async () => {
    await index.put([
      ...noise,
      session('branch', [], { branch: 'feat/x' }),
      session('newer', [], { at: '2026-02-01T00:00:00.000Z' }),
      turn('words', 1, 'check spelling'),
    ])
    const [first] = await idsOf({ text: 'check the comments', by: 'session', branch: 'feat/x' })
    expect(first).toBe('branch')
  })

  test('finds sessions by literal text too', async () => {
    await index.put([...noise, turn('s', 1, 'parseJsonPath'), turn('s', 2, 'parseJsonPath')])
    expect(await idsOf({ text: 'rseJsonPa', by: 'session' })).toEqual(['s'])
  })
})

test.each([
  ['linter', 'run lint before every commit'],
  ['which lint settings', 'the linter reads its settings from tools'],
  ['floats', 'money is never a float'],
  ['formatter', 'format with two spaces'],
])('%s finds another form of its words', async (text, body) => {
  await index.put([...noise, memory('right', body)])
  expect(await idsOf({ text })).toEqual(['right'])
})
