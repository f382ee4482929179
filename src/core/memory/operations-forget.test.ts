import { beforeEach, describe, expect, test } from 'vitest'
import { sampleMemory } from '../../../test/conformance/samples.ts'
import {
  type MemoryOperations,
  openMemoryOperations,
  refusal,
} from '../../../test/support/core/memory-operations.ts'
import { pruneForgotten } from './forget-memory.ts'

let memories: MemoryOperations['memories']
let call: MemoryOperations['call']
let store: MemoryOperations['store']
let contents: MemoryOperations['contents']
beforeEach(async () => {
  ;({ memories, call, store, contents } = await openMemoryOperations())
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

  test('at once leaves none of its text', async () => {
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

  test('at once also removes it from the archive if it was forgotten before', async () => {
    const { id } = await store('very special words')
    await call('forgetMemory', { id })
    await call('forgetMemory', { id, now: 'true' })
    expect(memories.everything()).not.toContain('special')
    expect((await refusal(call('forgetMemory', { id: 'nope' }))).code).toBe('not-found')
  })

  test('is final once it can no longer be restored', async () => {
    const { id } = await store('very special words')
    await call('forgetMemory', { id })
    const later = (ms: number) => new Date(memories.clock.now().getTime() + ms).toISOString()
    expect(await pruneForgotten(later(-2_000), memories)).toBe(0)
    expect(await pruneForgotten(later(1_000), memories)).toBe(1)
    expect(memories.everything()).not.toContain('special')
  })

  test('is shown where the memory could be seen, for as long as it can be undone', async () => {
    const one = await store('one', { scope: 'project', project: 'a' })
    const two = await store('two', { scope: 'project', project: 'b' })
    const three = await store('three')
    const at = await call('forgetMemory', { id: one.id })
    for (const { id } of [two, three]) await call('forgetMemory', { id })
    const listed = async (input: object) => {
      const { memories: found, total } = await call('listForgotten', { ...input })
      return { contents: found.map(({ content }) => content), total }
    }
    expect(await listed({ folder: '/w/a' })).toEqual({ contents: ['three', 'one'], total: 2 })
    expect(await listed({ all: true, limit: 1 })).toEqual({ contents: ['three'], total: 3 })
    expect(await call('listForgotten', { project: 'a' })).toMatchObject({
      memories: [{ id: one.id, forgottenAt: at.forgottenAt, restorableUntil: at.restorableUntil }],
    })
    await call('forgetMemory', { id: one.id, now: true })
    expect(await listed({ project: 'a' })).toEqual({ contents: [], total: 0 })
  })

  test('cannot be undone once another has the key', async () => {
    const { id } = await store('one', { key: 'k' })
    await call('forgetMemory', { id })
    await store('two', { key: 'k' })
    expect(await refusal(call('restoreMemory', { id }))).toMatchObject({ code: 'conflict' })
  })
})

describe('clearing', () => {
  test('forgets what the filter matches, superseded ones included, and nothing else', async () => {
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

  test('by kind or tag affects only visible memories', async () => {
    await store('one', { kind: 'rule', scope: 'project', project: 'a' })
    await store('two', { kind: 'rule', scope: 'project', project: 'b' })
    await store('three', { kind: 'rule' })
    const input = { kind: 'rule', folder: '/w/a', confirm: true, now: true }
    expect(await call('clearMemories', input)).toMatchObject({ cleared: 2 })
    expect(await contents({ all: true })).toEqual(['two'])
    expect(memories.rows('SELECT * FROM memory_archive')).toEqual([])
  })

  test('at once also empties the archive of what it means', async () => {
    const one = await store('very special words', { kind: 'rule', tags: ['spike'] })
    const other = await store('another statement', { kind: 'fact' })
    await call('forgetMemory', { id: one.id })
    await call('forgetMemory', { id: other.id })
    const input = { tag: 'spike', scope: 'global', confirm: true }
    expect(await call('clearMemories', input)).toMatchObject({ cleared: 0, dropped: 0 })
    expect(await call('clearMemories', { ...input, now: true })).toMatchObject({
      cleared: 0,
      dropped: 1,
    })
    expect(memories.everything()).not.toContain('special')
    await call('restoreMemory', { id: other.id })
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
    await memories.transaction(async ({ memories: tx }) => {
      for (let number = 0; number < 501; number++) {
        await tx.insert(sampleMemory(memories.ids.next(), { scope: 'global', scopeId: '' }))
      }
    })
    expect(await call('clearMemories', { scope: 'global', confirm: true })).toMatchObject({
      cleared: 501,
    })
  })
})
