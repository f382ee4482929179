import { beforeEach, describe, expect, test } from 'vitest'
import {
  type MemoryOperations,
  openMemoryOperations,
  refusal,
} from '../../../test/support/core/memory-operations.ts'

let memories: MemoryOperations['memories']
let call: MemoryOperations['call']
let store: MemoryOperations['store']
let contents: MemoryOperations['contents']
beforeEach(async () => {
  ;({ memories, call, store, contents } = await openMemoryOperations())
})

describe('updating', () => {
  test('changes the given fields, with a revision that the history shows', async () => {
    const memory = await store('one', { tags: ['a'], trust: 'tool' })
    const change = { id: memory.id, content: 'two', newKey: 'k' }
    const { outcome, ...changed } = await call('updateMemory', change)
    expect(outcome).toBe('updated')
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

  test.each([
    ['a user', 'user', 'reviewed'],
    ['an agent', 'agent', 'stored'],
  ] as const)('a candidate by %s makes it a memory', async (_, trust, confirmation) => {
    const { id } = await store('one')
    memories.exec("UPDATE memories SET standing = 'candidate', confirmation = NULL")
    const changed = await call('updateMemory', { id, content: 'two', trust })
    expect(changed).toMatchObject({
      standing: 'memory',
      confirmation,
      confirmedAt: changed.updatedAt,
    })
  })

  test('that changes nothing makes no version', async () => {
    const memory = await store('one', { tags: ['a'] })
    expect(await call('updateMemory', { id: memory.id, content: ' one ', tags: 'A' })).toEqual({
      ...memory,
      outcome: 'unchanged',
    })
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

  test('removes the key on request', async () => {
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
  test('keeps its former place in the history, and is found only at the new one', async () => {
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

  test('to its present place changes nothing', async () => {
    const { id } = await store('Use pnpm')
    expect(await call('moveMemory', { id, scope: 'global' })).toMatchObject({ version: 1 })
  })

  test('is refused if its key or words are taken, or the place is unknown', async () => {
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

describe('a candidate', () => {
  const makeCandidate = () =>
    memories.exec("UPDATE memories SET standing = 'candidate', confirmation = NULL")

  test('that is pinned is confirmed; one that is unpinned is not', async () => {
    const { id } = await store('one')
    const other = await store('two', { pinned: true })
    makeCandidate()
    expect(await call('pinMemory', { id })).toMatchObject({ confirmation: 'reviewed' })
    expect(await call('pinMemory', { id: other.id, pinned: false })).toMatchObject({
      standing: 'candidate',
    })
  })

  test('that is linked as the successor of a memory is confirmed first', async () => {
    const [from, to] = [await store('one'), await store('two')]
    makeCandidate()
    await call('linkMemories', { from: from.id, relation: 'relates', to: to.id })
    expect(await call('getMemory', { id: from.id })).toMatchObject({ standing: 'candidate' })
    await call('linkMemories', { from: from.id, relation: 'supersedes', to: to.id })
    expect(await call('getMemory', { id: from.id })).toMatchObject({ confirmation: 'reviewed' })
  })

  test('that is moved to another scope stays one', async () => {
    const { id } = await store('one')
    makeCandidate()
    expect(await call('moveMemory', { id, scope: 'agent', agent: 'reviewer' })).toMatchObject({
      standing: 'candidate',
    })
  })
})
