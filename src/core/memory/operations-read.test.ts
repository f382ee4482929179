import { beforeEach, describe, expect, test } from 'vitest'
import {
  type MemoryOperations,
  openMemoryOperations,
  refusal,
} from '../../../test/support/core/memory-operations.ts'

let memories: MemoryOperations['memories']
let registered: MemoryOperations['registered']
let call: MemoryOperations['call']
let store: MemoryOperations['store']
let contents: MemoryOperations['contents']
beforeEach(async () => {
  ;({ memories, registered, call, store, contents } = await openMemoryOperations())
})

describe('getting', () => {
  test('gives the whole memory with its sources and links', async () => {
    const one = await store('one', { sources: [{ type: 'turn', ref: 't1' }] })
    const two = await store('two', { key: 'k' })
    const link = { from: one.id, relation: 'relates', to: two.id }
    await call('linkMemories', link)
    expect(await call('getMemory', { id: one.id })).toMatchObject({
      ...one,
      sources: [{ type: 'turn', ref: 't1' }],
      links: [link],
    })
    expect(await call('getMemory', { key: ' k ', scope: 'global' })).toMatchObject(two)
  })

  test('by key searches only the given place', async () => {
    await store('mine', { key: 'k', scope: 'project', project: 'a' })
    expect((await call('getMemory', { key: 'k', folder: '/w/a' })).content).toBe('mine')
    expect(registered).toEqual([])
    for (const input of [{ folder: '/w/b' }, { scope: 'global' }, { scope: 'agent', agent: 'a' }]) {
      expect((await refusal(call('getMemory', { key: 'k', ...input }))).code).toBe('not-found')
    }
    expect((await refusal(call('getMemory'))).message).toMatch(/by its id or its key/)
  })

  test('a superseded memory leads to the end of the chain', async () => {
    const a = await store('first words')
    const b = await store('other words entirely', { supersedes: a.id })
    const c = await store('third thing', { supersedes: b.id })
    expect(await call('getMemory', { id: a.id })).toMatchObject({ id: c.id, redirectedFrom: a.id })
    expect(await call('getMemory', { id: c.id })).not.toHaveProperty('redirectedFrom')
    expect(await call('getMemory', { id: a.id, exact: true })).toMatchObject({
      content: 'first words',
      supersededBy: b.id,
      validTo: b.validFrom,
    })
    await call('forgetMemory', { id: c.id })
    expect(await call('getMemory', { id: a.id })).toMatchObject({ id: b.id })
  })

  test('as of a time gives its text of that time', async () => {
    memories.clock.set('2026-03-01T00:00:00Z')
    const { id } = await store('Mondays')
    memories.clock.set('2026-04-01T12:00:00Z')
    await call('updateMemory', { id, content: 'Tuesdays' })
    const said = async (asOf: string) => (await call('getMemory', { id, asOf })).content
    expect(await said('2026-03-31')).toBe('Mondays')
    expect(await said('2026-04-01')).toBe('Tuesdays')
    expect(await said('2026-04-01T13:00:00+02:00')).toBe('Mondays')
    expect(await contents({ asOf: '2026-03-31', scope: 'global' })).toEqual(['Mondays'])
    expect((await refusal(said('2025-01-01'))).code).toBe('not-found')
    expect((await refusal(said('last week'))).message).toBe(
      'asOf: "last week" is not a date; write 2026-01-31, 2026-01-31T12:00:00Z, or 7d for seven days ago',
    )
  })

  test('says whether a memory is unknown or forgotten', async () => {
    expect(await refusal(call('getMemory', { id: 'nope' }))).toMatchObject({
      code: 'not-found',
      message: 'there is no memory "nope"',
    })
    const { id } = await store('x')
    const { forgottenAt } = await call('forgetMemory', { id })
    expect(await refusal(call('getMemory', { id }))).toMatchObject({
      code: 'not-found',
      message: `memory "${id}" was forgotten ${forgottenAt}`,
      hint: `throughline restore ${id}`,
    })
  })
})

describe('listing', () => {
  beforeEach(async () => {
    await store('g')
    await store('pa', { scope: 'project', project: 'a' })
    await store('pb', { scope: 'project', project: 'b' })
    await store('s', { scope: 'session', session: 's1' })
    await store('ag', { scope: 'agent', agent: 'x' })
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['nothing said: global ones', {}, ['g']],
    ['a folder: global ones and its project’s', { folder: '/w/a' }, ['g', 'pa']],
    ['a disabled folder: global ones', { folder: '/off' }, ['g']],
    ['a scope', { scope: 'project', folder: '/w/b' }, ['pb']],
    ['a project', { project: 'b', folder: '/w/a' }, ['pb']],
    ['a session', { session: 's1' }, ['s']],
    ['another session', { session: 's2' }, []],
    ['an agent', { agent: 'x' }, ['ag']],
    ['several', { agent: 'x', project: 'a' }, ['ag', 'pa']],
    ['all', { all: 'true' }, ['ag', 'g', 'pa', 'pb', 's']],
    ['all of a scope', { all: true, scope: 'project' }, ['pa', 'pb']],
  ])('%s', async (_, input, expected) => {
    const { memories: list, total } = await call('listMemories', input)
    expect(list.map(({ content }) => content).sort()).toEqual(expected)
    expect(total).toBe(expected.length)
    expect((await call('countMemories', input)).total).toBe(expected.length)
    expect(registered).toEqual([])
  })

  test('has the newest first, in pages, with how many there are', async () => {
    const list = await call('listMemories', { all: true, limit: '2', offset: '1' })
    expect(list).toMatchObject({ memories: [{ content: 's' }, { content: 'pb' }], total: 5 })
    expect((await refusal(call('listMemories', { scope: 'session' }))).message).toBe(
      'scope "session" needs the id of the session',
    )
  })

  test('counts by scope and kind', async () => {
    await store('another', { kind: 'rule' })
    expect(await call('countMemories', { all: true })).toEqual({
      total: 6,
      counts: [
        { scope: 'agent', kind: 'fact', count: 1 },
        { scope: 'global', kind: 'fact', count: 1 },
        { scope: 'global', kind: 'rule', count: 1 },
        { scope: 'project', kind: 'fact', count: 2 },
        { scope: 'session', kind: 'fact', count: 1 },
      ],
    })
  })
})

describe('tracing', () => {
  test('gives what it replaced and what replaced it, oldest first', async () => {
    const a = await store('Releases are cut on Mondays')
    const b = await store('Tuesday is when a release is cut', { supersedes: a.id })
    const c = await store('A release goes out each Friday', { supersedes: b.id })
    const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
    const trace = await call('traceMemory', { id: b.id })
    expect(idsOf(trace.replaced)).toEqual([a.id])
    expect(idsOf(trace.replacedBy)).toEqual([c.id])
    expect(idsOf((await call('traceMemory', { id: c.id })).replaced)).toEqual([a.id, b.id])
    expect(trace).toMatchObject({ id: b.id, sources: [], given: [] })
    expect((await refusal(call('traceMemory', { id: 'nobody' }))).code).toBe('not-found')
  })
})
