import { beforeEach, describe, expect, test } from 'vitest'
import { type Memories, openMemories } from '../../../test/support/core/memories.ts'
import { memoryDocument } from '../indexing/documents.ts'

let memories: Memories
beforeEach(async () => {
  memories = await openMemories()
})

const total = () => memories.total()

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

  test('learned by a program does not reword one stored by hand', async () => {
    const content = 'Staging listens on port 5433.'
    const stored = await memories.write({ content, trust: 'user' })
    const heard = await memories.write({
      content: 'So staging listens on port 5433.',
      source: 'heuristic',
      trust: 'user',
    })
    expect(heard.memory).toMatchObject({ id: stored.memory.id, content })
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
})

describe('nearly the same content', () => {
  test('is merged into a known memory, which then says more', async () => {
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

  test('that says the opposite is kept next to it, for review', async () => {
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

  test('a tool’s statement adds nothing to a user’s', async () => {
    const { memory } = await memories.write({ content: said })
    const again = await memories.write({
      content: 'We use pnpm for all package management',
      trust: 'tool',
      source: 'model',
      tags: ['evil'],
    })
    expect(again).toMatchObject({ outcome: 'duplicate', memory })
  })

  test('a user’s statement replaces a tool’s', async () => {
    await memories.write({
      content: 'We use pnpm for all package management',
      trust: 'tool',
      source: 'heuristic',
    })
    const { memory } = await memories.write({ content: said })
    expect(memory).toMatchObject({ content: said, trust: 'user', source: 'manual', tags: [] })
  })

  test('a tool’s statement supersedes nothing, but is put into review', async () => {
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

describe('a candidate', () => {
  const heard = { source: 'heuristic', standing: 'candidate' } as const

  test('only adds its source to a memory', async () => {
    const { memory } = await memories.write({ content: 'Use pnpm', trust: 'agent' })
    const longer = 'Use pnpm everywhere, always pnpm'
    const sources = [{ type: 'turn', ref: 't1' }] as const
    const again = await memories.write({ content: 'Use pnpm', ...heard, tags: ['x'], sources })
    expect(again).toMatchObject({ outcome: 'duplicate', memory })
    expect((await memories.write({ content: longer, ...heard })).memory.id).not.toBe(memory.id)
    expect(await memories.store.sources(memory.id)).toContainEqual(sources[0])
  })

  test('supersedes no memory, but a memory supersedes it', async () => {
    const { memory } = await memories.write({ content: 'We use npm for packages' })
    const other = { content: 'We use pnpm for packages', supersedes: 'We use npm for packages' }
    const candidate = await memories.write({ ...other, ...heard })
    expect(candidate).toMatchObject({ outcome: 'created', contradicts: [memory.id] })
    expect((await memories.store.find(memory.id))?.validTo).toBeUndefined()
    const supersedes = candidate.memory.id
    const stored = await memories.write({ content: 'Packages come from bun', supersedes })
    expect(stored).toMatchObject({ superseded: [supersedes], memory: { standing: 'memory' } })
  })

  test.each([
    ['a user stores the same', { source: 'manual', trust: 'user' }, 'stored'],
    ['an agent stores the same', { source: 'manual', trust: 'agent' }, 'stored'],
    ['a model judge finds the same', { source: 'model', trust: 'agent' }, 'judged'],
    ['the user says it outright', { source: 'heuristic', trust: 'user' }, 'stated'],
  ] as const)('becomes a memory when %s', async (_, by, confirmation) => {
    const { memory } = await memories.write({ content: 'Use pnpm here', ...heard })
    expect(memory).toMatchObject({ confirmation: undefined, confirmedAt: undefined })
    const again = await memories.write({ content: 'Use pnpm here.', ...by })
    const at = memories.clock.now().toISOString()
    const confirmed = { id: memory.id, standing: 'memory', confirmation, confirmedAt: at }
    expect(again).toMatchObject({ outcome: 'merged', memory: confirmed })
    expect(await memories.store.revisions(memory.id)).toMatchObject([{ memory }])
  })

  test.each([
    ['a tool repeats it', 'user', 'tool'],
    ['it is foreign text that an agent repeats', 'tool', 'agent'],
  ] as const)('stays one when %s', async (_, one, other) => {
    const { memory } = await memories.write({ content: 'Use pnpm here', ...heard, trust: one })
    await memories.write({ content: 'Use pnpm here.', source: 'manual', trust: other })
    expect(await memories.store.find(memory.id)).toMatchObject({ standing: 'candidate' })
  })
})

describe('what a program guessed', () => {
  const guess = { source: 'heuristic', trust: 'agent' } as const

  test('is marked until a person says it', async () => {
    const guessed = await memories.write({ content: 'Use pnpm', ...guess })
    expect(guessed.memory.tags).toEqual(['auto'])
    const said = await memories.write({ content: 'Use pnpm' })
    expect(said).toMatchObject({ outcome: 'merged', memory: { tags: [], source: 'manual' } })
    const again = await memories.write({ content: 'Use pnpm', ...guess, trust: 'user' })
    expect(again.outcome).toBe('duplicate')
  })

  test('keeps the tags of what it replaces', async () => {
    const old = await memories.write({ content: 'Use npm', trust: 'agent', tags: ['tools'] })
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

test('a program that finds a part of what it found before, or more of it, adds to it', async () => {
  const part = 'The parser lives in src/parse.ts.'
  const whole = `${part} It reads files of any size.`
  const heard = { source: 'heuristic', trust: 'agent' } as const
  const first = await memories.write({ content: part, kind: 'fact', ...heard })
  const more = await memories.write({ content: whole, kind: 'reference', ...heard })
  expect(more.memory).toMatchObject({ id: first.memory.id, content: whole })
  const again = await memories.write({ content: part, kind: 'decision', ...heard })
  expect(again).toMatchObject({ outcome: 'duplicate', memory: { content: whole } })
  expect(await total()).toBe(1)
})
