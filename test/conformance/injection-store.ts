/** What every injection store does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ContextLine } from '../../src/core/model/context.ts'
import type { NewInjection } from '../../src/core/ports/injection-store.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples, sampleMemory } from './samples.ts'

const session = { host: 'claude-code', hostSessionId: 's1' }
const other = { host: 'codex', hostSessionId: 's1' }

const line = (id: string, changes: Partial<ContextLine> = {}): ContextLine => ({
  section: 'project',
  id,
  kind: 'fact',
  trust: 'user',
  at: at(0),
  text: `statement ${id}`,
  reason: 'of this project',
  tokens: 5,
  ...changes,
})

export function describeInjectionStore(name: string, open: OpenStores): void {
  describe(`the injection store of ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
      await stores.transaction(async ({ memories: tx }) => {
        for (const id of ['aa', 'bb', 'cc']) await tx.insert(sampleMemory(id))
      })
    })
    const injectionOf = (
      ids: readonly string[],
      changes: Partial<NewInjection> = {},
    ): NewInjection => ({
      id: stores.ids.next(),
      session,
      projectId: 'p1',
      event: 'prompt',
      source: undefined,
      at: at(1),
      tokens: 40,
      characters: 160,
      lines: ids.map((id) => line(id)),
      ...changes,
    })
    const record = (ids: readonly string[], changes: Partial<NewInjection> = {}) =>
      stores.injections.record(injectionOf(ids, changes))

    test('has shown nothing to a session it never heard of', async () => {
      expect(await stores.injections.shownTo(session)).toEqual({
        memoryIds: new Set(),
        sessionIds: new Set(),
        events: new Set(),
        isCompacted: false,
        recapAt: undefined,
        subjects: new Set(),
      })
      expect(await stores.injections.ofSession(session)).toEqual([])
      expect(await stores.injections.unused(session, at(9))).toEqual([])
    })

    test('gives back what was recorded, in its order, and nothing of another host’s session', async () => {
      const { id: digested } = await createSamples(stores).addSession()
      await record([], {
        event: 'session-start',
        source: 'startup',
        lines: [
          line('bb', { section: 'rules', reason: 'a rule' }),
          line(digested, { section: 'last-session', kind: 'digest' }),
          line('aa'),
        ],
      })
      await record(['cc'], { session: other })
      const [injection, ...more] = await stores.injections.ofSession(session)
      expect(more).toEqual([])
      expect(injection).toMatchObject({
        session,
        projectId: 'p1',
        event: 'session-start',
        source: 'startup',
        at: at(1),
        tokens: 40,
        characters: 160,
      })
      expect(injection?.lines).toEqual([
        { section: 'rules', id: 'bb', reason: 'a rule', tokens: 5, use: undefined },
        {
          section: 'last-session',
          id: digested,
          reason: 'of this project',
          tokens: 5,
          use: undefined,
        },
        { section: 'project', id: 'aa', reason: 'of this project', tokens: 5, use: undefined },
      ])
      expect(await stores.injections.shownTo(session)).toEqual({
        memoryIds: new Set(['aa', 'bb']),
        sessionIds: new Set([digested]),
        events: new Set(['session-start']),
        isCompacted: false,
        recapAt: undefined,
        subjects: new Set(),
      })
    })

    test('knows what was shown since the last compaction, and leaves out subagents', async () => {
      await record(['aa'], { event: 'session-start', source: 'startup' })
      await record(['bb'], { event: 'subagent-start', at: at(2) })
      expect((await stores.injections.shownTo(session)).memoryIds).toEqual(new Set(['aa']))
      await record(['cc'], { event: 'session-start', source: 'compact', at: at(3) })
      expect((await stores.injections.shownTo(session)).memoryIds).toEqual(new Set(['cc']))
      await record([], { event: 'session-start', source: 'compact', at: at(4) })
      expect(await stores.injections.shownTo(session)).toEqual({
        memoryIds: new Set(),
        sessionIds: new Set(),
        events: new Set(['session-start']),
        isCompacted: true,
        recapAt: undefined,
        subjects: new Set(),
      })
    })

    test('knows what a session was given once, until it is compacted', async () => {
      await record(['aa'], { event: 'file', subject: 'f1' })
      await record(['bb'], { at: at(2) })
      expect((await stores.injections.shownTo(session)).subjects).toEqual(new Set(['f1']))
      await record([], { event: 'session-start', source: 'compact', at: at(3) })
      expect((await stores.injections.shownTo(session)).subjects).toEqual(new Set())
    })

    test('knows when a session last got a recap of itself', async () => {
      const { id } = await createSamples(stores).addSession({ hostSessionId: 's1' })
      const lines = [line(id, { section: 'recap', kind: 'digest' })]
      await record([], { event: 'session-start', source: 'resume', at: at(2), lines })
      await record(['aa'], { at: at(3) })
      expect((await stores.injections.shownTo(session)).recapAt).toBe(at(2))
    })

    test('records nothing when it is too late, or when a memory is gone', async () => {
      expect(await record(['aa'])).toBe(true)
      expect(await stores.injections.record(injectionOf(['bb']), () => true)).toBe(false)
      await expect(record(['bb', 'forgotten'])).rejects.toThrow()
      expect((await stores.injections.shownTo(session)).memoryIds).toEqual(new Set(['aa']))
    })

    test('marks a use once for a session and counts it with the memory', async () => {
      await record(['aa', 'bb'])
      await record(['aa'], { source: 'compact', event: 'session-start', at: at(2) })
      const use = (use: 'cited' | 'echoed') =>
        stores.injections.markUsed(
          session,
          [
            { memoryId: 'aa', use },
            { memoryId: 'cc', use },
          ],
          at(5),
        )
      expect(await use('cited')).toEqual(['aa'])
      expect(await use('echoed')).toEqual([])
      await record(['aa'], { at: at(6) })
      expect(await use('echoed')).toEqual([])
      expect(await stores.memories.find('aa')).toMatchObject({ useCount: 1, lastUsedAt: at(5) })
      expect(await stores.memories.find('cc')).toMatchObject({ useCount: 0 })
      expect(await stores.injections.unused(session, at(9))).toEqual([
        { memoryId: 'bb', at: at(1) },
      ])
    })

    test('tells what a session was shown until then and has not used', async () => {
      await record(['aa'], { at: at(1) })
      await record(['bb', 'aa'], { at: at(4) })
      expect(await stores.injections.unused(session, at(2))).toEqual([
        { memoryId: 'aa', at: at(1) },
      ])
      expect(await stores.injections.unused(session, at(4))).toHaveLength(2)
    })

    test('tells how a memory stands: sessions it was shown to, and those that used it', async () => {
      await record(['aa', 'bb'])
      await record(['aa'], { at: at(2) })
      await record(['aa'], { session: other })
      await stores.injections.markUsed(other, [{ memoryId: 'aa', use: 'fetched' }], at(3))
      expect(await stores.injections.shownCounts(['aa', 'bb', 'cc'])).toEqual(
        new Map([
          ['aa', { shown: 2, used: 1 }],
          ['bb', { shown: 1, used: 0 }],
        ]),
      )
    })

    test('tells how a memory stands in one project', async () => {
      await record(['aa'], { projectId: 'p1' })
      await record(['aa'], { projectId: 'p2', session: other })
      await stores.injections.markUsed(other, [{ memoryId: 'aa', use: 'followed' }], at(3))
      const countsIn = async (projectId: string) =>
        (await stores.injections.shownCounts(['aa'], projectId)).get('aa')
      expect(await countsIn('p1')).toEqual({ shown: 1, used: 0 })
      expect(await countsIn('p2')).toEqual({ shown: 1, used: 1 })
    })

    test('sums up a project since a time, or all', async () => {
      await record(['aa', 'bb'])
      await record(['bb'], { session: other, at: at(2) })
      await record(['cc'], { projectId: 'p2', session: other, at: at(3) })
      await stores.injections.markUsed(session, [{ memoryId: 'aa', use: 'cited' }], at(4))
      expect(await stores.injections.stats({ projectId: 'p1' })).toEqual({
        injections: 2,
        sessions: 2,
        tokens: 80,
        shown: 3,
        used: 1,
        neverUsed: [{ memoryId: 'bb', shown: 2 }],
      })
      expect(await stores.injections.stats({})).toMatchObject({ injections: 3, shown: 4, used: 1 })
      expect(await stores.injections.stats({ since: at(3) })).toMatchObject({ injections: 1 })
      expect(await stores.injections.stats({ projectId: 'none' })).toEqual({
        injections: 0,
        sessions: 0,
        tokens: 0,
        shown: 0,
        used: 0,
        neverUsed: [],
      })
    })

    test('counts lines by moment, host and week', async () => {
      await record(['aa', 'bb'])
      await record(['cc'], { event: 'file', at: at(2) })
      await record(['cc'], { source: 'compact', at: '2026-01-07T10:00:00.000Z' })
      await record(['bb'], { event: 'file', session: other, at: at(3) })
      await stores.injections.markUsed(session, [{ memoryId: 'aa', use: 'cited' }], at(4))
      const week = '2025-12-29'
      const counts = { host: session.host, week, used: 0 }
      expect(await stores.injections.moments({})).toEqual([
        { ...counts, moment: 'compaction', week: '2026-01-05', given: 1 },
        { ...counts, moment: 'file', given: 1 },
        { ...counts, moment: 'file', host: 'codex', given: 1 },
        { ...counts, moment: 'prompt', given: 2, used: 1 },
      ])
      expect(await stores.injections.moments({ since: '2026-01-05' })).toHaveLength(1)
      expect(await stores.injections.moments({ projectId: 'none' })).toEqual([])
    })

    test('keeps no reference to a forgotten memory', async () => {
      await record(['aa', 'bb'])
      await stores.transaction(({ memories: tx }) => tx.forget('aa', at(2), { archive: false }))
      const [injection] = await stores.injections.ofSession(session)
      expect(injection?.lines.map(({ id }) => id)).toEqual(['', 'bb'])
      expect(await stores.injections.stats({})).toMatchObject({ tokens: 40, shown: 1 })
    })

    test('gives a merged project’s injections to the one it went into', async () => {
      const add = (identity: string) =>
        stores.projects.insert({ identity, name: identity, root: undefined })
      const [from, into] = [await add('a'), await add('b')]
      await record(['aa'], { projectId: from.id })
      await stores.transaction(({ projectMerges: tx }) => tx.merge(from.id, into.id, at(9)))
      await record(['bb'], { id: 'late', projectId: from.id })
      expect(await stores.injections.stats({ projectId: into.id })).toMatchObject({ injections: 2 })
    })
  })
}
