/** What every change feed does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Change, ChangeFilter } from '../../src/core/ports/change-feed.ts'
import { feedStart } from '../../src/core/ports/change-feed.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, sampleMemory } from './samples.ts'

export function describeChangeFeed(name: string, open: OpenStores): void {
  describe(`the change feed of ${name}`, () => {
    let store: Stores
    beforeEach(async () => {
      store = await open(createTestClock())
      onTestFinished(() => store.close())
    })
    const all = async (filter?: ChangeFilter) =>
      (await store.changes.after(feedStart, 1_000, filter)).changes
    const told = async (filter?: ChangeFilter) =>
      (await all(filter)).map(({ subject, id, kind }) => `${subject} ${id} ${kind}`)
    const memory = sampleMemory('m')

    test('is empty at first', async () => {
      expect(await store.changes.after(feedStart, 10)).toEqual({ changes: [], cursor: feedStart })
      expect(await store.changes.head()).toBe(feedStart)
      expect(await store.changes.cursor('anybody')).toBe(feedStart)
      expect(await store.changes.before(3, { subjects: ['memory'] })).toBe(feedStart)
    })

    test('has a change for every write of a memory, with each version', async () => {
      await store.transaction(async ({ memories }) => {
        await memories.insert(memory)
        await memories.update('m', { pinned: true }, at(1))
        await memories.insert(sampleMemory('n', { content: 'other', contentHash: 'cd' }))
        await memories.update('m', { supersededBy: 'n' }, at(2))
        await memories.reopen('m', at(3))
        await memories.forget('m', at(4), { archive: true })
        await memories.restore('m')
      })
      const changes = (await all()).filter(({ id }) => id === 'm')
      expect(changes.map(({ kind, version }) => [kind, version])).toEqual([
        ['created', 1],
        ['updated', 2],
        ['superseded', 3],
        ['updated', 4],
        ['removed', undefined],
        ['restored', 4],
      ])
      expect(changes[1]?.at).toBe(at(1))
    })

    test('has changes of projects', async () => {
      const { id } = await store.projects.insert({ identity: 'p', name: 'p', root: undefined })
      await store.projects.insert({ identity: 'p', name: 'again', root: undefined })
      await store.projects.rename(id, 'q')
      expect(await told()).toEqual([`project ${id} created`, `project ${id} updated`])
    })

    test('has nothing of a transaction that is open or failed', async () => {
      const failing = store.transaction(async (tx) => {
        await tx.memories.insert(memory)
        expect((await tx.changes.after(feedStart, 10)).changes).toHaveLength(1)
        expect(await all()).toEqual([])
        throw new Error('power cut')
      })
      await expect(failing).rejects.toThrow('power cut')
      expect(await all()).toEqual([])
      expect(await store.changes.head()).toBe(feedStart)
    })

    const addProject = (identity: string) =>
      store.projects.insert({ identity, name: identity, root: undefined })
    const addMemory = (id: string) =>
      store.transaction(({ memories }) => memories.insert(sampleMemory(id)))
    const pin = (id: string, second: number) =>
      store.transaction(({ memories }) => memories.update(id, { pinned: true }, at(second)))

    test('is read page by page, in order, by a filter, each change once', async () => {
      const added: string[] = []
      for (const id of ['a1', 'b2', 'c3', 'd4', 'e5']) {
        await addMemory(id)
        added.push(id)
        await addProject(`p${id}`)
      }
      const read: Change[] = []
      let cursor = feedStart
      for (;;) {
        const page = await store.changes.after(cursor, 2, { subjects: ['memory'] })
        read.push(...page.changes)
        cursor = page.cursor
        if (page.changes.length === 0) break
      }
      expect(read.map(({ id }) => id)).toEqual(added)
      expect(cursor).toBe(await store.changes.head())
      const cursors = read.map((change) => change.cursor)
      expect(cursors.toSorted()).toEqual(cursors)
      const last = await store.changes.before(2, { subjects: ['memory'] })
      const recent = await store.changes.after(last, 10, { subjects: ['memory'] })
      expect(recent.changes.map(({ id }) => id)).toEqual(added.slice(-2))
    })

    test('gives only the last change of each subject when that is enough', async () => {
      const project = await addProject('p')
      await addMemory('a1')
      await pin('a1', 1)
      await store.projects.rename(project.id, 'q')
      const filter = { subjects: ['memory', 'project'], latestOnly: true } as const
      expect(await told(filter)).toEqual(['memory a1 updated', `project ${project.id} updated`])
      expect(await store.changes.countAfter(feedStart, filter)).toBe(2)
    })

    test('gives the changes of some kinds', async () => {
      await addMemory('a1')
      await pin('a1', 1)
      expect(await told({ subjects: ['memory'], kinds: ['created'] })).toEqual([
        'memory a1 created',
      ])
    })

    test('keeps a cursor for each consumer, stored with what it derived or not at all', async () => {
      await addProject('p')
      const head = await store.changes.head()
      const failing = store.transaction(async ({ changes }) => {
        await changes.advance('reader', head)
        throw new Error('power cut')
      })
      await expect(failing).rejects.toThrow('power cut')
      expect(await store.changes.cursor('reader')).toBe(feedStart)
      await store.changes.advance('reader', head)
      expect(await store.changes.cursor('reader')).toBe(head)
      expect(await store.changes.cursor('other')).toBe(feedStart)
      await store.changes.advance('reader', feedStart)
      expect(await store.changes.cursor('reader')).toBe(feedStart)
    })

    test('prunes only what every consumer has passed and a later change makes superfluous', async () => {
      const project = await addProject('p')
      await addMemory('a1')
      await pin('a1', 1)
      await store.projects.rename(project.id, 'q')
      await store.projects.rename(project.id, 'r')
      await addMemory('b2')
      await store.transaction(({ memories }) => memories.forget('b2', at(2), { archive: false }))
      const consumers = ['memory-index', 'history-index', 'vectors', 'lifecycle', 'slow']
      for (const name of consumers) await store.changes.advance(name, await store.changes.head())
      await store.changes.advance('slow', feedStart)
      expect(await store.changes.prune(100)).toBe(0)
      const head = await store.changes.head()
      await store.changes.advance('slow', head)
      expect(await store.changes.prune(100)).toBe(5)
      expect(await told()).toEqual(['memory a1 updated', `project ${project.id} updated`])
    })
  })
}
