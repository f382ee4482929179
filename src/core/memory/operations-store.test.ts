import { beforeEach, describe, expect, test } from 'vitest'
import { memoryTables } from '../../../test/support/core/memories.ts'
import {
  type MemoryOperations,
  openMemoryOperations,
  refusal,
} from '../../../test/support/core/memory-operations.ts'

let memories: MemoryOperations['memories']
let registered: MemoryOperations['registered']
let call: MemoryOperations['call']
let store: MemoryOperations['store']
beforeEach(async () => {
  ;({ memories, registered, call, store } = await openMemoryOperations())
})

describe('storing', () => {
  test('answers with the memories that say nearly the same, at most three', async () => {
    const near = (await call('storeMemory', { content: 'Use pnpm', scope: 'global' })).near
    expect(near).toEqual([])
    const known = 'The staging database of the shop is reset every Monday night'
    const { id } = await store(known, { scope: 'global' })
    const content = 'The staging database of the shop is reset on Tuesday'
    const result = await call('storeMemory', { content, scope: 'global' })
    expect(result).toMatchObject({ outcome: 'created', near: [{ id, content: known }] })
    for (const day of ['Wednesday', 'Thursday', 'Friday']) {
      const more = `The staging database of the shop is reset on ${day}`
      const { near: found } = await call('storeMemory', { content: more, scope: 'global' })
      expect(found.length).toBeLessThanOrEqual(3)
      expect(found.length).toBeGreaterThan(1)
    }
  })

  test('answers with nothing foreign unasked', async () => {
    const known = 'The staging database of the shop is reset every Monday night'
    await store(known, { scope: 'global', trust: 'tool' })
    const content = 'The staging database of the shop is reset on Tuesday'
    expect((await call('storeMemory', { content, scope: 'global' })).near).toEqual([])
  })

  test('accepts values from a command line or a query string', async () => {
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

  test('belongs to the folder’s project by default', async () => {
    const { memory } = await call('storeMemory', { content: 'x', folder: '/w/a' })
    expect(memory).toMatchObject({ scope: 'project', scopeId: 'project-a' })
    expect(registered).toEqual(['a'])
    const named = await store('y', { scope: 'project', project: 'b', folder: '/w/a' })
    expect(named.scopeId).toBe('project-b')
  })

  test('in an unknown project is an error, never a global memory', async () => {
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
    [{ content: ' ' }, 'content: it is empty'],
    [{ content: undefined }, 'content is missing'],
    [{ key: 'k'.repeat(61) }, 'key: 61 characters are too many; at most 60 are allowed'],
    [{ importance: 2 }, 'importance 2 is not between 0 and 1'],
    [{ importance: 'much' }, 'importance "much" is not a number'],
    [{ importance: null }, 'importance null is not a number'],
    [
      { tags: Array.from({ length: 21 }, (_, number) => `t${number}`) },
      'tags: 21 are too many; at most 20 are allowed',
    ],
    [{ tags: [7] }, 'item 1 of tags 7 is not text'],
    [{ commit: 'HEAD' }, 'commit "HEAD": it is not a commit hash'],
    [{ pinned: 'maybe' }, 'pinned "maybe" is not true or false'],
  ])('%j is refused in one precise line', async (input, message) => {
    const { code, message: said } = await refusal(store('x', input))
    expect(code).toBe('invalid-input')
    if (typeof message === 'string') expect(said).toBe(message)
    else expect(said).toMatch(message)
  })
})
