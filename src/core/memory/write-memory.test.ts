import { beforeEach, describe, expect, test } from 'vitest'
import { type Memories, openMemories } from '../../../test/support/memories.ts'
import { secretSamples, seededRandom } from '../../../test/support/secret-samples.ts'
import { kindAliases, memoryKinds, parseKind } from '../../contract/memory.ts'
import { memoryDocument } from '../indexing/documents.ts'
import { writeMemories } from './write-memory.ts'

let memories: Memories
beforeEach(async () => {
  memories = await openMemories()
})

const total = async () =>
  (await memories.store.list({ addresses: 'all' }, { limit: 1, offset: 0 })).total

describe('a new memory', () => {
  test('is created with what was said and defaults for the rest', async () => {
    const { outcome, memory } = await memories.write({ content: '  Use pnpm.  ' })
    expect(outcome).toBe('created')
    expect(memory).toMatchObject({
      scope: 'global',
      scopeId: '',
      key: undefined,
      kind: 'fact',
      content: 'Use pnpm.',
      tags: [],
      keywords: [],
      importance: 0.5,
      source: 'manual',
      trust: 'user',
      pinned: false,
      validFrom: '2026-01-02T03:04:06.000Z',
      validTo: undefined,
      useCount: 0,
      files: [],
      version: 1,
      createdAt: '2026-01-02T03:04:06.000Z',
      updatedAt: '2026-01-02T03:04:06.000Z',
    })
    expect(await memories.store.find(memory.id)).toEqual(memory)
    expect(await memories.store.sources(memory.id)).toEqual([{ type: 'manual', ref: '' }])
  })

  test('keeps every field that was given, in order and once', async () => {
    const { memory } = await memories.write({
      content: 'Deploy on Mondays',
      key: '  deploy   day ',
      kind: 'decision',
      tags: ['Ci-Cd', 'two  words', 'ci-cd', '#ops', ' '],
      keywords: ['Release', ' ship it ', 'Release'],
      importance: 0,
      pinned: true,
      files: ['src/b.ts', 'src/a.ts', 'src/b.ts'],
      commit: 'abcdef0',
      trust: 'agent',
      validFrom: '2024-01-01T00:00:00.000Z',
      sources: [{ type: 'turn', ref: 't1' }],
    })
    expect(memory).toMatchObject({
      key: 'deploy day',
      kind: 'decision',
      tags: ['ci-cd', 'ops', 'two words'],
      keywords: ['Release', 'ship it'],
      importance: 0,
      pinned: true,
      files: ['src/b.ts', 'src/a.ts'],
      commit: 'abcdef0',
      trust: 'agent',
      validFrom: '2024-01-01T00:00:00.000Z',
    })
    expect(await memories.store.sources(memory.id)).toEqual([{ type: 'turn', ref: 't1' }])
  })

  test.each([
    [-1, 0],
    [7, 1],
    [Number.NaN, 0.5],
    [0.3, 0.3],
  ])(
    'of an automatic source has importance %d brought to %d, and is tagged',
    async (given, kept) => {
      const { memory } = await memories.write({
        content: 'x y z',
        importance: given,
        source: 'heuristic',
        tags: ['b'],
      })
      expect(memory).toMatchObject({ importance: kept, tags: ['auto', 'b'] })
    },
  )

  test.each([-0.1, 1.5, Number.NaN])('of a person is refused with importance %d', async (given) => {
    await expect(memories.write({ content: 'x', importance: given })).rejects.toMatchObject({
      code: 'invalid-input',
      message: `importance ${given} is not between 0 and 1`,
    })
    expect(await total()).toBe(0)
  })

  test('may have 1,400 characters and no more', async () => {
    const { memory } = await memories.write({ content: '🚀'.repeat(1_400) })
    expect([...memory.content]).toHaveLength(1_400)
    await expect(memories.write({ content: 'x'.repeat(1_401) })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'content: 1401 characters are too many; at most 1400 are allowed',
    })
    await expect(memories.write({ content: ' \n ' })).rejects.toThrow('nothing is said')
    await expect(memories.write({ content: 'x', key: 'k'.repeat(61) })).rejects.toThrow(
      'key: 61 characters are too many',
    )
  })

  test('loses what no terminal should be sent', async () => {
    const { memory } = await memories.write({ content: 'a\u0000b\u001b[31mc\r\nd\u0007\ud800' })
    expect(memory.content).toBe('ab[31mc\nd\ufffd')
  })
})

describe('the same content', () => {
  test('is kept once, whatever the white space, and its sources are collected', async () => {
    const first = await memories.write({
      content: 'Use  pnpm',
      sources: [{ type: 'turn', ref: '1' }],
    })
    const again = await memories.write({
      content: ' Use\npnpm ',
      sources: [{ type: 'turn', ref: '2' }],
    })
    expect(again).toMatchObject({ outcome: 'duplicate', memory: first.memory })
    expect(await memories.store.sources(first.memory.id)).toHaveLength(2)
    expect(await memories.store.revisions(first.memory.id)).toEqual([])
    expect(await total()).toBe(1)
  })

  test('with more said about it is merged, with a revision', async () => {
    const first = await memories.write({ content: 'Use pnpm', tags: ['a'], kind: 'rule' })
    const again = await memories.write({ content: 'Use pnpm', tags: ['b'], importance: 0.9 })
    expect(again.outcome).toBe('merged')
    expect(again.memory).toMatchObject({
      id: first.memory.id,
      tags: ['a', 'b'],
      kind: 'rule',
      importance: 0.9,
      version: 2,
    })
    expect(await memories.store.revisions(first.memory.id)).toHaveLength(1)
  })

  test('belongs to each scope on its own', async () => {
    const places = [
      { scope: 'global', scopeId: '' },
      { scope: 'project', scopeId: 'a' },
      { scope: 'project', scopeId: 'b' },
      { scope: 'session', scopeId: 'a' },
      { scope: 'agent', scopeId: 'a' },
    ] as const
    for (const place of places) {
      expect((await memories.write({ content: 'Use pnpm', ...place })).outcome).toBe('created')
    }
    expect(await total()).toBe(places.length)
  })

  test('is new again once it was forgotten or superseded', async () => {
    const { memory } = await memories.write({ content: 'Use pnpm' })
    await memories.store.transaction((tx) =>
      tx.forget(memory.id, memory.createdAt, { archive: true }),
    )
    expect((await memories.write({ content: 'Use pnpm' })).outcome).toBe('created')
  })

  test('is not known when storing it failed', async () => {
    const failing = await openMemories({
      onWritten: ({ content }) => {
        if (content.includes('boom')) throw new Error('the index failed')
      },
    })
    await expect(failing.write({ content: 'boom' })).rejects.toThrow('the index failed')
    expect(failing.rows('SELECT * FROM memories')).toEqual([])
    await expect(failing.write({ content: 'boom' })).rejects.toThrow('the index failed')
  })
})

describe('nearly the same content', () => {
  test('is merged into what is known, which then says more', async () => {
    const first = await memories.write({ content: 'We use pnpm for package management' })
    const again = await memories.write({ content: 'We use pnpm for all package management' })
    expect(again).toMatchObject({
      outcome: 'merged',
      memory: { id: first.memory.id, content: 'We use pnpm for all package management' },
    })
    const back = await memories.write({ content: 'we use pnpm for package management.' })
    expect(back).toMatchObject({ outcome: 'duplicate', memory: again.memory })
  })

  test('in another number, name or path is another memory', async () => {
    await memories.write({ content: 'The server listens on port 8080' })
    const other = await memories.write({ content: 'The server listens on port 9090' })
    expect(other).toMatchObject({ outcome: 'created', contradicts: [] })
  })

  test('that says the opposite is kept beside it, to be reviewed', async () => {
    const first = await memories.write({ content: 'Commit to main' })
    const second = await memories.write({ content: 'Never commit to main' })
    expect(second).toMatchObject({ outcome: 'created', contradicts: [first.memory.id] })
    expect(await memories.store.links(first.memory.id)).toMatchObject([
      { from: second.memory.id, relation: 'contradicts', to: first.memory.id },
    ])
  })

  test('comes never from another scope, even if the index is wrong about it', async () => {
    const [here, elsewhere] = ['a', 'b'].map((scopeId) => ({ scope: 'project' as const, scopeId }))
    const { memory } = await memories.write({ content: 'Use pnpm', ...elsewhere })
    await memories.search.put([memoryDocument({ ...memory, ...here })])
    const { outcome } = await memories.write({ content: 'use pnpm for it', ...here })
    expect(outcome).toBe('created')
  })
})

describe('trust', () => {
  const said = 'We use pnpm for package management'

  test('what a tool says adds nothing to what a user said', async () => {
    const { memory } = await memories.write({ content: said })
    const again = await memories.write({
      content: 'We use pnpm for all package management',
      trust: 'tool',
      source: 'model',
      tags: ['evil'],
    })
    expect(again).toMatchObject({ outcome: 'duplicate', memory })
  })

  test('what a user says replaces the words of a tool', async () => {
    await memories.write({
      content: 'We use pnpm for all package management',
      trust: 'tool',
      source: 'heuristic',
    })
    const { memory } = await memories.write({ content: said })
    expect(memory).toMatchObject({ content: said, trust: 'user', source: 'manual', tags: [] })
  })

  test('what a tool says supersedes nobody else, but is reviewed beside it', async () => {
    const { memory } = await memories.write({ content: said })
    const other = await memories.write({
      content: 'Use npm now',
      trust: 'tool',
      supersedes: memory.id,
    })
    expect(other).toMatchObject({ outcome: 'created', contradicts: [memory.id] })
    expect((await memories.store.find(memory.id))?.validTo).toBeUndefined()
    const keyed = await memories.write({ content: 'Mine', key: 'k' })
    await expect(
      memories.write({ content: 'Not yours', key: 'k', trust: 'tool' }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect((await memories.store.find(keyed.memory.id))?.content).toBe('Mine')
  })
})

describe('what a program guessed', () => {
  const guess = { source: 'heuristic', trust: 'agent' } as const

  test('says so until somebody says it by hand', async () => {
    const guessed = await memories.write({ content: 'Use pnpm', ...guess })
    expect(guessed.memory.tags).toEqual(['auto'])
    const said = await memories.write({ content: 'Use pnpm' })
    expect(said).toMatchObject({ outcome: 'merged', memory: { tags: [], source: 'manual' } })
    const again = await memories.write({ content: 'Use pnpm', ...guess, trust: 'user' })
    expect(again.outcome).toBe('duplicate')
  })

  test('keeps the tags of what it replaces', async () => {
    const old = await memories.write({ content: 'Use npm', tags: ['tools'] })
    const next = await memories.write({
      content: 'Prefer bun',
      ...guess,
      supersedes: old.memory.id,
    })
    expect(next.memory.tags).toEqual(['auto', 'tools'])
  })

  test('a tag of that name given by hand stays', async () => {
    const { memory } = await memories.write({ content: 'Cars drive', tags: ['auto'] })
    const again = await memories.write({ content: 'Cars drive', tags: ['road'] })
    expect(memory.tags).toEqual(['auto'])
    expect(again.memory.tags).toEqual(['auto', 'road'])
  })
})

describe('a key', () => {
  test('is created once and updated after that, also with the same words', async () => {
    const first = await memories.write({ content: 'Mondays', key: 'deploy day', tags: ['a'] })
    const same = await memories.write({ content: 'Mondays', key: ' deploy  day ' })
    const next = await memories.write({ content: 'Tuesdays', key: 'deploy day', importance: 1 })
    expect([first.outcome, same.outcome, next.outcome]).toEqual(['created', 'updated', 'updated'])
    expect(next.memory).toMatchObject({
      id: first.memory.id,
      content: 'Tuesdays',
      tags: ['a'],
      importance: 1,
      version: 2,
    })
    expect(await memories.store.revisions(first.memory.id)).toMatchObject([
      { memory: { content: 'Mondays', version: 1 } },
    ])
    expect(await total()).toBe(1)
  })

  test('belongs to each scope on its own', async () => {
    for (const scopeId of ['a', 'b']) {
      const place = { scope: 'session', scopeId } as const
      expect((await memories.write({ content: 'x', key: 'k', ...place })).outcome).toBe('created')
    }
  })

  test('that is new is created even when another has the same words', async () => {
    await memories.write({ content: 'Mondays', key: 'deploy day' })
    const other = await memories.write({ content: 'Mondays', key: 'meeting day' })
    expect(other.outcome).toBe('created')
    expect((await memories.write({ content: 'Mondays' })).outcome).toBe('duplicate')
    expect(await total()).toBe(2)
  })

  test('is given to a memory with the same words that has none', async () => {
    const plain = await memories.write({ content: 'Mondays' })
    const named = await memories.write({ content: 'Mondays', key: 'deploy day' })
    expect(named).toMatchObject({
      outcome: 'merged',
      memory: { id: plain.memory.id, key: 'deploy day' },
    })
  })
})

describe('superseding', () => {
  test('by id closes the old memory, which points to the new one', async () => {
    const old = await memories.write({
      content: 'We deploy on Mondays',
      key: 'deploy day',
      kind: 'decision',
      pinned: true,
      tags: ['ops'],
    })
    const next = await memories.write({ content: 'Fridays it is', supersedes: old.memory.id })
    expect(next).toMatchObject({
      outcome: 'superseded',
      superseded: [old.memory.id],
      memory: { key: 'deploy day', kind: 'decision', pinned: true, tags: ['ops'] },
    })
    expect(await memories.store.find(old.memory.id)).toMatchObject({
      supersededBy: next.memory.id,
      validTo: next.memory.validFrom,
    })
    expect(await memories.store.links(old.memory.id)).toMatchObject([
      { from: next.memory.id, relation: 'supersedes', to: old.memory.id },
    ])
  })

  test('by key, or by words that mean one memory clearly', async () => {
    const keyed = await memories.write({ content: 'We deploy on Mondays', key: 'deploy day' })
    const byKey = await memories.write({ content: 'Fridays it is', supersedes: ' deploy  day' })
    expect(byKey.superseded).toEqual([keyed.memory.id])
    await memories.write({ content: 'Tests are run with mocha in continuous integration' })
    await memories.write({ content: 'The dashboard is dark by default' })
    const byWords = await memories.write({
      content: 'Vitest runs everything',
      supersedes: 'tests run with mocha',
    })
    expect(byWords.outcome).toBe('superseded')
  })

  test('by words that fit several leaves all of them, to be reviewed', async () => {
    const one = await memories.write({ content: 'Unit tests run with mocha' })
    const other = await memories.write({ content: 'Browser tests run with mocha' })
    const next = await memories.write({
      content: 'Vitest runs everything',
      supersedes: 'tests run with mocha',
    })
    expect(next.outcome).toBe('created')
    expect([...next.contradicts].sort()).toEqual([one.memory.id, other.memory.id].sort())
  })

  test('by words that fit none is a plain memory', async () => {
    await memories.write({ content: 'The dashboard is dark' })
    const next = await memories.write({ content: 'Use vitest', supersedes: 'mocha' })
    expect(next).toMatchObject({ outcome: 'created', superseded: [], contradicts: [] })
  })

  test('of what is not there, elsewhere or closed already is refused', async () => {
    const old = await memories.write({ content: 'one', scope: 'project', scopeId: 'a' })
    const id = '00000000-0000-7000-8000-000000000000'
    const refusal = (supersedes: string, scopeId = 'a') =>
      memories.write({ content: 'two', scope: 'project', scopeId, supersedes })
    await expect(refusal(id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(refusal(old.memory.id, 'b')).rejects.toMatchObject({ code: 'conflict' })
    await refusal(old.memory.id)
    await expect(refusal(old.memory.id)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('with the very same words changes nothing', async () => {
    const old = await memories.write({ content: 'one two' })
    const again = await memories.write({ content: 'one two', supersedes: old.memory.id })
    expect(again).toMatchObject({ outcome: 'duplicate', superseded: [] })
  })
})

describe('secrets', () => {
  test('of every kind are kept in no field of any table', async () => {
    const random = seededRandom(7)
    for (const { make } of secretSamples) {
      const { text, secret } = make(random)
      const said = await memories.write({
        content: `Remember ${text} for later`,
        tags: [text.slice(0, 60)],
        keywords: [text],
        files: [text],
        sources: [{ type: 'file', ref: text }],
      })
      await memories.write({ content: `changed: ${text}`, supersedes: said.memory.id })
      await memories.store.transaction((tx) =>
        tx.forget(said.memory.id, said.memory.createdAt, { archive: true }),
      )
      const kept = JSON.stringify(memories.everything())
      expect(kept, text).not.toContain(JSON.stringify(secret).slice(1, -1))
      expect(kept.toLowerCase(), text).not.toContain(secret.toLowerCase())
    }
  })

  test.each([
    ['<private>mine</private>', undefined],
    ['hunter2', 'db password'],
  ])('a memory that is nothing but "%s" is refused', async (content, key) => {
    await expect(memories.write({ content, key })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'content: it is nothing but secret or private',
    })
    expect(await total()).toBe(0)
  })
})

describe('many at once', () => {
  const given = (content: string) =>
    ({ content, scope: 'global', scopeId: '', source: 'import', trust: 'user' }) as const

  test('are compared with each other', async () => {
    const results = await writeMemories(['one two', 'one  two', 'three'].map(given), memories.ports)
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'duplicate', 'created'])
  })

  test('are all written or none', async () => {
    const long = 'x'.repeat(1_401)
    await expect(writeMemories([given('one'), given(long)], memories.ports)).rejects.toThrow()
    expect(await total()).toBe(0)
  })
})

describe('kinds', () => {
  test.each<[string, string]>([
    ...memoryKinds.map((kind): [string, string] => [kind, kind]),
    ...Object.entries(kindAliases),
    [' Preference ', 'preference'],
    ['FEEDBACK', 'correction'],
  ])('%s is %s', (text, kind) => {
    expect(parseKind(text)).toBe(kind)
  })

  test.each(['', 'note', 'constructor', 'toString'])('"%s" is none', (text) => {
    expect(parseKind(text)).toBeUndefined()
  })
})
