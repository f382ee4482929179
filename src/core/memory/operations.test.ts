import { beforeEach, describe, expect, test } from 'vitest'
import { type Memories, memoryTables, openMemories } from '../../../test/support/memories.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import {
  type MemoryHandlers,
  type MemoryInput,
  type MemoryOperationName,
  type MemoryOutput,
  memoryOperations,
} from '../../contract/operations/memories.ts'
import { parseInput } from '../../contract/parse-input.ts'
import { moveMemories, pruneForgotten } from './forget-memory.ts'
import { createMemoryOperations } from './operations.ts'
import type { ScopePorts } from './scope.ts'

let memories: Memories
let handlers: MemoryHandlers
let registered: string[]
beforeEach(async () => {
  memories = await openMemories()
  registered = []
  handlers = createMemoryOperations({ ...memories.ports, ...places() })
})

/** Folders `/w/NAME` are projects, `/off` is disabled, all else is none. */
function places(): Omit<ScopePorts, 'redactor'> {
  const projects = ['a', 'b']
  return {
    async findProject(reference) {
      if (projects.includes(reference)) return { id: `project-${reference}` }
      throw new ThroughlineError('not-found', `there is no project "${reference}"`)
    },
    async projectOf(folder, { register }) {
      if (folder === '/off') return { kind: 'disabled' }
      const name = folder?.match(/^\/w\/(\w+)$/)?.[1]
      if (name === undefined) return { kind: 'none' }
      if (register) registered.push(name)
      return { kind: 'project', id: `project-${name}` }
    },
    findSession: async (reference) =>
      reference.startsWith('s') ? { id: `session-${reference}` } : undefined,
  }
}

/** As every surface does it: input parsed, output as the contract has it, through JSON. */
async function call<Name extends MemoryOperationName>(
  name: Name,
  input: Record<string, unknown> = {},
): Promise<MemoryOutput<Name>> {
  memories.clock.advance(1_000)
  const { input: schema, output } = memoryOperations[name]
  const handler = handlers[name] as (input: MemoryInput<Name>) => Promise<MemoryOutput<Name>>
  const result = await handler(parseInput(schema, input) as MemoryInput<Name>)
  return output.strict().parse(JSON.parse(JSON.stringify(result))) as MemoryOutput<Name>
}

const refusal = async (work: Promise<unknown>): Promise<ThroughlineError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ThroughlineError) return error
  throw new Error(`expected a refusal, got ${String(error)}`)
}

const store = async (content: string, input: Record<string, unknown> = {}) =>
  (await call('storeMemory', { content, scope: 'global', ...input })).memory
const contents = async (input: Record<string, unknown>) =>
  (await call('listMemories', input)).memories.map(({ content }) => content)

describe('storing', () => {
  test('takes what a command line or a query string would give', async () => {
    const memory = await store('Use pnpm', {
      tags: 'B, a-b ,b',
      importance: '0.7',
      kind: 'User',
      scope: 'GLOBAL',
      pinned: 'true',
    })
    expect(memory).toMatchObject({
      tags: ['a-b', 'b'],
      importance: 0.7,
      kind: 'preference',
      pinned: true,
    })
    expect(memory.createdAt).toMatch(/^[^Z]+Z$/)
  })

  test('belongs to the project of the folder unless told', async () => {
    const { memory } = await call('storeMemory', { content: 'x', folder: '/w/a' })
    expect(memory).toMatchObject({ scope: 'project', scopeId: 'project-a' })
    expect(registered).toEqual(['a'])
    const named = await store('y', { scope: 'project', project: 'b', folder: '/w/a' })
    expect(named.scopeId).toBe('project-b')
  })

  test('in a project that cannot be told is an error, never a global memory', async () => {
    for (const input of [{}, { folder: '/tmp' }]) {
      expect(await refusal(call('storeMemory', { content: 'x', ...input }))).toMatchObject({
        code: 'invalid-input',
        message: expect.stringMatching(/^scope "project" needs a project; /),
        hint: 'name the project, or use scope "global"',
      })
    }
    expect(await refusal(store('x', { scope: 'project', project: 'zz' }))).toMatchObject({
      code: 'not-found',
    })
    expect(memories.rows('SELECT * FROM memories')).toEqual([])
  })

  test('in a session or for an agent needs to know which', async () => {
    expect((await store('x', { scope: 'session', session: 's1' })).scopeId).toBe('session-s1')
    expect((await store('x', { scope: 'agent', agent: ' code  reviewer ' })).scopeId).toBe(
      'code reviewer',
    )
    expect((await refusal(store('x', { scope: 'session' }))).code).toBe('invalid-input')
    expect((await refusal(store('x', { scope: 'session', session: 'zz' }))).code).toBe('not-found')
    expect((await refusal(store('x', { scope: 'agent', agent: ' ' }))).code).toBe('invalid-input')
  })

  test('where Throughline is switched off keeps nothing', async () => {
    for (const scope of ['global', 'project']) {
      expect(await refusal(store('x', { scope, folder: '/off' }))).toMatchObject({
        code: 'conflict',
      })
    }
    for (const table of memoryTables) expect(memories.rows(`SELECT * FROM ${table}`)).toEqual([])
  })

  test.each([
    [
      { scope: 'projet' },
      'scope "projet" is not one of global, project, session, agent; did you mean "project"?',
    ],
    [
      { kind: 'decison' },
      /^kind "decison" is not one of preference, .*; did you mean "decision"\?$/,
    ],
    [
      { content: 'x'.repeat(1_401) },
      'content: 1401 characters are too many; at most 1400 are allowed',
    ],
    [{ content: ' ' }, 'content: nothing is said'],
    [{ content: undefined }, 'content is missing'],
    [{ key: 'k'.repeat(61) }, 'key: 61 characters are too many; at most 60 are allowed'],
    [{ importance: 2 }, 'importance 2 is not between 0 and 1'],
    [{ importance: 'much' }, /^importance: .*expected number/],
    [{ importance: null }, /^importance: /],
    [
      { tags: Array.from({ length: 21 }, (_, number) => `t${number}`) },
      'tags: 21 are too many; at most 20 are allowed',
    ],
    [{ tags: [7] }, /^tags\.0: /],
    [{ commit: 'HEAD' }, 'commit: it is not the hash of a commit'],
    [{ pinned: 'maybe' }, /^pinned: /],
  ])('%j is refused in one precise line', async (input, message) => {
    const { code, message: said } = await refusal(store('x', input))
    expect(code).toBe('invalid-input')
    if (typeof message === 'string') expect(said).toBe(message)
    else expect(said).toMatch(message)
  })
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

  test('by key looks only where it was told', async () => {
    await store('mine', { key: 'k', scope: 'project', project: 'a' })
    expect((await call('getMemory', { key: 'k', folder: '/w/a' })).content).toBe('mine')
    expect(registered).toEqual([])
    for (const input of [{ folder: '/w/b' }, { scope: 'global' }, { scope: 'agent', agent: 'a' }]) {
      expect((await refusal(call('getMemory', { key: 'k', ...input }))).code).toBe('not-found')
    }
    expect((await refusal(call('getMemory'))).message).toMatch(/by its id, or by its key/)
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

  test('as of a time gives what it said then', async () => {
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
      'asOf: "last week" is no date; write 2026-01-31 or 2026-01-31T12:00:00Z',
    )
  })

  test('tells when a memory is unknown, and when it was forgotten', async () => {
    expect(await refusal(call('getMemory', { id: 'nope' }))).toMatchObject({
      code: 'not-found',
      message: 'there is no memory "nope"',
    })
    const { id } = await store('x')
    const { forgottenAt } = await call('forgetMemory', { id })
    expect(await refusal(call('getMemory', { id }))).toMatchObject({
      code: 'not-found',
      message: `memory "${id}" was forgotten ${forgottenAt}`,
      hint: `throughline forget --undo ${id}`,
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

describe('updating', () => {
  test('changes what is told, with a revision, and the history shows it', async () => {
    const memory = await store('one', { tags: ['a'], trust: 'tool' })
    const changed = await call('updateMemory', { id: memory.id, content: 'two', newKey: 'k' })
    expect(changed).toMatchObject({
      content: 'two',
      key: 'k',
      tags: ['a'],
      version: 2,
      trust: 'user',
    })
    const { versions } = await call('memoryHistory', { key: 'k', scope: 'global' })
    expect(versions).toEqual([
      { validFrom: memory.validFrom, validTo: changed.updatedAt, memory },
      { validFrom: changed.updatedAt, memory: changed },
    ])
  })

  test('that changes nothing makes no version', async () => {
    const memory = await store('one', { tags: ['a'] })
    expect(await call('updateMemory', { id: memory.id, content: ' one ', tags: 'A' })).toEqual(
      memory,
    )
  })

  test('refuses a memory that changed meanwhile', async () => {
    const { id } = await store('one')
    await call('updateMemory', { id, content: 'two', expectedVersion: 1 })
    expect(
      await refusal(call('updateMemory', { id, content: 'three', expectedVersion: 1 })),
    ).toMatchObject({ code: 'conflict' })
    expect((await call('getMemory', { id })).content).toBe('two')
  })

  test('refuses a key or words that another memory has, and superseded memories', async () => {
    const one = await store('one', { key: 'k' })
    const two = await store('two')
    const three = await store('three')
    const update = (input: Record<string, unknown>) =>
      refusal(call('updateMemory', { id: two.id, ...input }))
    expect((await update({ newKey: 'k' })).message).toContain(one.id)
    expect((await update({ content: 'three' })).message).toContain(three.id)
    await store('four', { supersedes: two.id })
    expect(await update({ content: 'five' })).toMatchObject({ code: 'conflict' })
  })

  test('keeps no secret', async () => {
    const { id } = await store('one')
    const secret = `ghp_${'aB3dE6gH9'.repeat(4)}`
    await call('updateMemory', {
      id,
      content: `token ${secret} there`,
      tags: [secret],
      keywords: [secret],
      files: [secret],
      newKey: secret,
    })
    expect(memories.everything().toLowerCase()).not.toContain(secret.toLowerCase())
  })

  test('takes the key away when told', async () => {
    const { id } = await store('one', { key: 'k' })
    expect(await call('updateMemory', { id, newKey: '' })).not.toHaveProperty('key')
  })

  test('pins and unpins', async () => {
    const { id } = await store('one')
    expect((await call('pinMemory', { id })).pinned).toBe(true)
    expect(await contents({ pinned: 'true' })).toEqual(['one'])
    expect((await call('pinMemory', { id, pinned: false })).pinned).toBe(false)
    expect((await call('memoryHistory', { id })).versions).toHaveLength(3)
  })
})

describe('moving', () => {
  test('keeps where it was before, and is found only where it is now', async () => {
    const { id } = await store('Use pnpm', { scope: 'project', project: 'a', key: 'manager' })
    const then = memories.clock.now().toISOString()
    const moved = await call('moveMemory', { id, scope: 'project', project: 'b' })
    expect(moved).toMatchObject({ id, scopeId: 'project-b', key: 'manager', version: 2 })
    expect(await contents({ project: 'a' })).toEqual([])
    expect(await contents({ project: 'b' })).toEqual(['Use pnpm'])
    expect(await contents({ project: 'a', asOf: then })).toEqual(['Use pnpm'])
    const { versions } = await call('memoryHistory', { id })
    expect(versions.map(({ memory }) => memory.scopeId)).toEqual(['project-a', 'project-b'])
    const [document] = await memories.search.find([{ type: 'memory', id }])
    expect(document?.scope).toEqual({ scope: 'project', scopeId: 'project-b' })
  })

  test('former places survive forgetting and restoring', async () => {
    const { id } = await store('Use pnpm', { scope: 'project', project: 'a' })
    await call('moveMemory', { id, scope: 'global' })
    const { versions: before } = await call('memoryHistory', { id })
    await call('forgetMemory', { id })
    await call('restoreMemory', { id })
    expect((await call('memoryHistory', { id })).versions).toEqual(before)
  })

  test('to where it is already changes nothing', async () => {
    const { id } = await store('Use pnpm')
    expect(await call('moveMemory', { id, scope: 'global' })).toMatchObject({ version: 1 })
  })

  test('is refused where its key or its words are taken, or nobody knows the place', async () => {
    const sameWords = await store('Use pnpm', { scope: 'project', project: 'a' })
    const sameKey = await store('Use yarn', { scope: 'project', project: 'a', key: 'manager' })
    await store('Use pnpm')
    await store('Use npm', { key: 'manager' })
    for (const { id } of [sameWords, sameKey]) {
      expect((await refusal(call('moveMemory', { id, scope: 'global' }))).code).toBe('conflict')
    }
    const lost = call('moveMemory', { id: sameKey.id, scope: 'project', project: 'zz' })
    expect((await refusal(lost)).code).toBe('not-found')
    expect((await refusal(call('moveMemory', { id: 'zz', scope: 'global' }))).code).toBe(
      'not-found',
    )
  })

  test('a superseded memory stays where it was', async () => {
    const { id } = await store('Use npm', { scope: 'project', project: 'a' })
    await store('Use pnpm', { scope: 'project', project: 'a', supersedes: id })
    expect((await refusal(call('moveMemory', { id, scope: 'global' }))).code).toBe('conflict')
  })
})

describe('forgetting', () => {
  test('leaves a tombstone and an archive for thirty days', async () => {
    const { id } = await store('very special words', { key: 'k', tags: ['t'] })
    await call('updateMemory', { id, content: 'quite special words' })
    const forgotten = await call('forgetMemory', { key: 'k', scope: 'global' })
    expect(Date.parse(forgotten.restorableUntil ?? '') - Date.parse(forgotten.forgottenAt)).toBe(
      30 * 86_400_000,
    )
    expect(await call('forgetMemory', { id })).toEqual(forgotten)
    const restored = await call('restoreMemory', { id })
    expect(restored).toMatchObject({ id, key: 'k', content: 'quite special words', version: 2 })
    expect((await call('memoryHistory', { id })).versions).toHaveLength(2)
    expect(memories.rows('SELECT * FROM memory_tombstones')).toEqual([])
  })

  test('at once leaves nothing of what it said', async () => {
    const { id } = await store('very special words', { key: 'kay', tags: ['tee'], files: ['eff'] })
    await call('updateMemory', { id, content: 'quite special words' })
    const other = await store('unrelated', { supersedes: 'zzz' })
    await call('linkMemories', { from: id, relation: 'derived-from', to: other.id })
    expect(await call('forgetMemory', { id, now: true })).not.toHaveProperty('restorableUntil')
    expect(memories.everything()).not.toMatch(/special|kay|tee|eff/)
    expect(memories.rows('SELECT * FROM memory_tombstones')).toMatchObject([
      { id, scope: 'global' },
    ])
    expect(await refusal(call('restoreMemory', { id }))).toMatchObject({ code: 'not-found' })
  })

  test('at once also empties the archive of what was forgotten before', async () => {
    const { id } = await store('very special words')
    await call('forgetMemory', { id })
    await call('forgetMemory', { id, now: 'true' })
    expect(memories.everything()).not.toContain('special')
    expect((await refusal(call('forgetMemory', { id: 'nope' }))).code).toBe('not-found')
  })

  test('is final after thirty days', async () => {
    const { id } = await store('very special words')
    await call('forgetMemory', { id })
    memories.clock.advance(30 * 86_400_000 - 2_000)
    expect(await pruneForgotten(memories.ports)).toBe(0)
    memories.clock.advance(3_000)
    expect(await pruneForgotten(memories.ports)).toBe(1)
    expect(memories.everything()).not.toContain('special')
  })

  test('cannot be undone once another has the key', async () => {
    const { id } = await store('one', { key: 'k' })
    await call('forgetMemory', { id })
    await store('two', { key: 'k' })
    expect(await refusal(call('restoreMemory', { id }))).toMatchObject({ code: 'conflict' })
  })
})

describe('clearing', () => {
  test('forgets what the filter says, superseded ones included, and nothing else', async () => {
    const old = await store('one', { scope: 'project', project: 'a' })
    await store('two', { scope: 'project', project: 'a', supersedes: old.id })
    await store('three', { scope: 'project', project: 'b' })
    await store('four')
    const input = { scope: 'project', project: 'a' }
    expect(await refusal(call('clearMemories', input))).toMatchObject({
      code: 'invalid-input',
      message: 'this would forget 2 memories',
    })
    expect(await call('clearMemories', { ...input, confirm: true })).toMatchObject({ cleared: 2 })
    expect((await contents({ all: true })).sort()).toEqual(['four', 'three'])
    await call('restoreMemory', { id: old.id })
  })

  test('by kind or tag stays within what is visible', async () => {
    await store('one', { kind: 'rule', scope: 'project', project: 'a' })
    await store('two', { kind: 'rule', scope: 'project', project: 'b' })
    await store('three', { kind: 'rule' })
    const input = { kind: 'rule', folder: '/w/a', confirm: true, now: true }
    expect(await call('clearMemories', input)).toMatchObject({ cleared: 2 })
    expect(await contents({ all: true })).toEqual(['two'])
    expect(memories.rows('SELECT * FROM memory_archive')).toEqual([])
  })

  test('everything needs to be said in so many words', async () => {
    await store('one')
    expect((await refusal(call('clearMemories', { confirm: true }))).code).toBe('invalid-input')
    expect((await refusal(call('clearMemories', { folder: '/w/a', confirm: true }))).code).toBe(
      'invalid-input',
    )
    expect(await call('clearMemories', { all: true, confirm: true })).toMatchObject({ cleared: 1 })
  })

  test('takes more than a batch', async () => {
    for (let number = 0; number < 501; number++) await store(`statement number ${number}`)
    expect(await call('clearMemories', { scope: 'global', confirm: true })).toMatchObject({
      cleared: 501,
    })
  })
})

describe('linking', () => {
  test('says how two memories relate, once', async () => {
    const [one, two] = [await store('one'), await store('two')]
    const input = { from: one.id, relation: 'contradicts', to: two.id }
    const link = await call('linkMemories', input)
    expect(await call('linkMemories', input)).toEqual(link)
    expect((await refusal(call('linkMemories', { ...input, to: one.id }))).code).toBe(
      'invalid-input',
    )
    expect((await refusal(call('linkMemories', { ...input, to: 'x' }))).code).toBe('not-found')
    expect((await refusal(call('linkMemories', { ...input, relation: 'relate' }))).message).toMatch(
      /did you mean "relates"\?$/,
    )
  })

  test('as superseding closes the other memory', async () => {
    const [one, two] = [await store('one'), await store('two')]
    const input = { from: two.id, relation: 'supersedes', to: one.id }
    await call('linkMemories', input)
    await call('linkMemories', input)
    expect(await call('getMemory', { id: one.id })).toMatchObject({ id: two.id })
    const back = { from: one.id, relation: 'supersedes', to: two.id }
    expect((await refusal(call('linkMemories', back))).code).toBe('conflict')
    const elsewhere = await store('three', { scope: 'project', project: 'a' })
    expect((await refusal(call('linkMemories', { ...back, from: elsewhere.id }))).code).toBe(
      'conflict',
    )
  })
})

test('memories follow when their project becomes part of another', async () => {
  await store('one', { scope: 'project', project: 'a' })
  const [from, to] = ['project-a', 'project-b'].map(
    (scopeId) => ({ scope: 'project', scopeId }) as const,
  )
  if (from && to) await moveMemories(memories.ports, from, to)
  expect(await contents({ project: 'b' })).toEqual(['one'])
  expect(await contents({ project: 'a' })).toEqual([])
})
