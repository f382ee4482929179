/** What the transactions of every store do. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { feedStart } from '../../src/core/ports/change-feed.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { sampleMemory } from './samples.ts'

export function describeStore(name: string, open: OpenStores): void {
  describe(`a transaction of ${name}`, () => {
    let store: Stores
    beforeEach(async () => {
      store = await open(createTestClock())
      onTestFinished(() => store.close())
    })
    const job = { kind: 'extract', subject: 'a' } as const
    const memory = sampleMemory('aa', { content: 'not yet' })
    const document = {
      type: 'turn',
      id: 'x',
      scope: { scope: 'global', scopeId: '' },
      at: '2026-01-01T00:00:00.000Z',
      fields: { body: 'anything' },
    } as const
    /** What a reader outside the transaction sees of its writes. */
    const seen = async () => ({
      memories: (await store.memories.list({ addresses: 'all' }, { limit: 1, offset: 0 })).total,
      jobs: (await store.jobs.list({ limit: 10 })).length,
      projects: (await store.projects.list()).length,
      changes: await store.changes.head(),
      documents: await store.search.counts(),
    })
    const nothing = { memories: 0, jobs: 0, projects: 0, changes: feedStart, documents: {} }
    /** Writes one of each and returns what a reader sees after every write. */
    const write = (fails: boolean) =>
      store.transaction(async (tx) => {
        const sights: unknown[] = []
        await tx.memories.insert(memory)
        sights.push(await seen())
        await tx.jobs.enqueue(job)
        sights.push(await seen())
        await tx.projects.insert({ identity: 'p', name: 'p', root: undefined })
        await tx.search.put([document])
        sights.push(await seen())
        if (fails) throw new Error(JSON.stringify(sights))
        return sights
      })

    test('shows nothing to readers before it commits', async () => {
      expect(await write(false)).toEqual([nothing, nothing, nothing])
      expect(await seen()).toMatchObject({ memories: 1, jobs: 1, projects: 1 })
    })

    test('leaves nothing when it fails, and showed nothing while it was open', async () => {
      const sights = await write(true).catch((error: Error) => JSON.parse(error.message))
      expect(sights).toEqual([nothing, nothing, nothing])
      expect(await seen()).toEqual(nothing)
    })

    test('reads what it wrote itself, through every port', async () => {
      await store.transaction(async (tx) => {
        await tx.jobs.enqueue(job)
        expect(await tx.jobs.list({ limit: 10 })).toHaveLength(1)
        await tx.memories.insert(memory)
        expect(await tx.memories.find(memory.id)).toEqual(memory)
        const { id } = await tx.projects.insert({ identity: 'p', name: 'p', root: undefined })
        expect(await tx.projects.find(id)).toMatchObject({ identity: 'p' })
        await tx.search.put([document])
        expect(await tx.search.find([document])).toHaveLength(1)
      })
    })

    test('makes a job due with its commit, and not before', async () => {
      await store.transaction(async (tx) => {
        await tx.jobs.enqueue(job)
        expect(await store.jobs.counts()).toEqual([])
      })
      expect(await store.jobs.claim(['extract'], 1_000)).toMatchObject(job)
    })

    test('is not needed for a single write of any topic', async () => {
      await store.memories.insert(memory)
      await store.jobs.enqueue(job)
      await store.search.put([document])
      await store.origins.note(['host example.org'], 'user')
      expect(await store.jobs.claim(['extract'], 1_000)).toMatchObject(job)
      expect(await store.memories.forget(memory.id, memory.updatedAt, { archive: true })).toBe(true)
      expect(await store.search.check()).toEqual([])
      expect(await store.origins.originsOf(['host example.org'])).toHaveLength(1)
      expect(await store.memories.restore(memory.id)).toEqual(memory)
      expect(await seen()).toMatchObject({ memories: 1, jobs: 1 })
    })

    test('waits for the one before it', async () => {
      const order: string[] = []
      const first = store.transaction(async () => {
        await new Promise((resolve) => setImmediate(resolve))
        order.push('first')
      })
      const second = store.transaction(async () => void order.push('second'))
      await Promise.all([first, second])
      expect(order).toEqual(['first', 'second'])
    })

    test('refuses one within itself instead of waiting for it for ever', async () => {
      const nested = store.transaction(() => store.jobs.enqueue(job))
      await expect(nested).rejects.toMatchObject({ code: 'internal' })
      expect(await store.jobs.enqueue(job)).toBe(true)
    })
  })
}
