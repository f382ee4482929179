/** What every change feed does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Change, ChangeFilter } from '../../src/core/ports/change-feed.ts'
import { feedStart } from '../../src/core/ports/change-feed.ts'
import { createTestClock, type TestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples, sampleMemory } from './samples.ts'

export function describeChangeFeed(name: string, open: OpenStores): void {
  describe(`the change feed of ${name}`, () => {
    let store: Stores
    let clock: TestClock
    let samples: ReturnType<typeof createSamples>
    beforeEach(async () => {
      clock = createTestClock()
      store = await open(clock)
      onTestFinished(() => store.close())
      samples = createSamples(store)
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

    test('has changes of what is captured', async () => {
      const { id: session } = await samples.addSession()
      const turn = await samples.addTurn(session)
      const event = await samples.addEvent(session)
      const tool = await samples.addToolEvent(session)
      await store.transaction(({ capture }) =>
        capture.updateTurn(turn.id, { outcome: 'ok', endedAt: at(5) }),
      )
      expect(await told()).toEqual([
        `session ${session} created`,
        `turn ${turn.id} created`,
        `session ${session} updated`,
        `event ${event.id} created`,
        `tool-event ${tool.id} created`,
        `turn ${turn.id} ended-ok`,
        `session ${session} updated`,
      ])
    })

    test('has one change where a transaction writes the same again and again', async () => {
      await store.transaction(async ({ capture }) => {
        const { id } = await capture.insertSession(samples.newSession())
        for (const model of ['a', 'b', 'c']) await capture.updateSession(id, { model })
      })
      expect(await all()).toHaveLength(1)
    })

    test('says that all of a session moves with it into a project', async () => {
      const { id: session } = await samples.addSession()
      const turn = await samples.addTurn(session)
      const tool = await samples.addToolEvent(session)
      const project = await store.projects.insert({ identity: 'p', name: 'p', root: undefined })
      const before = await store.changes.head()
      await store.transaction(({ capture }) =>
        capture.updateSession(session, { projectId: project.id }),
      )
      const { changes } = await store.changes.after(before, 10)
      expect(changes.map(({ id, kind }) => [id, kind])).toEqual([
        [session, 'moved'],
        [turn.id, 'moved'],
        [tool.id, 'moved'],
      ])
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

    test('is read page by page, in order, by a filter, each change once', async () => {
      const { id: session } = await samples.addSession()
      const tools: string[] = []
      for (let number = 0; number < 5; number++) {
        tools.push((await samples.addToolEvent(session)).id)
        await samples.addEvent(session)
      }
      const read: Change[] = []
      let cursor = feedStart
      for (;;) {
        const page = await store.changes.after(cursor, 2, { subjects: ['tool-event'] })
        read.push(...page.changes)
        cursor = page.cursor
        if (page.changes.length === 0) break
      }
      expect(read.map(({ id }) => id)).toEqual(tools)
      expect(cursor).toBe(await store.changes.head())
      const cursors = read.map((change) => change.cursor)
      expect(cursors.toSorted()).toEqual(cursors)
      const last = await store.changes.before(2, { subjects: ['tool-event'] })
      const recent = await store.changes.after(last, 10, { subjects: ['tool-event'] })
      expect(recent.changes.map(({ id }) => id)).toEqual(tools.slice(-2))
    })

    test('gives only the last change of each subject when that is enough', async () => {
      const { id: session } = await samples.addSession()
      const turn = await samples.addTurn(session)
      await store.transaction(({ capture }) => capture.updateTurn(turn.id, { answer: 'yes' }))
      const filter = { subjects: ['turn', 'session'], latestOnly: true } as const
      expect(await told(filter)).toEqual([`turn ${turn.id} updated`, `session ${session} updated`])
      expect(await store.changes.countAfter(feedStart, filter)).toBe(2)
    })

    test('keeps a cursor for each consumer, stored with what it derived or not at all', async () => {
      await samples.addSession()
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
      const { id: session } = await samples.addSession()
      const turn = await samples.addTurn(session)
      await store.transaction(({ capture }) => capture.updateTurn(turn.id, { answer: 'yes' }))
      const consumers = ['memory-index', 'history-index', 'vectors', 'lifecycle', 'slow']
      for (const name of consumers) await store.changes.advance(name, await store.changes.head())
      await store.changes.advance('slow', feedStart)
      expect(await store.changes.prune(100)).toBe(0)
      await store.changes.advance('slow', await store.changes.head())
      expect(await store.changes.prune(100)).toBe(3)
      expect(await told()).toEqual([`turn ${turn.id} updated`, `session ${session} updated`])
    })
  })
}
