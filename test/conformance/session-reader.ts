/** What every session reader does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { History } from '../../src/core/ports/history.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples, sampleMemory } from './samples.ts'

export function describeSessionReader(name: string, open: OpenStores): void {
  describe(`the session reader of ${name}`, () => {
    let stores: Stores
    let history: History
    let samples: ReturnType<typeof createSamples>
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
      history = stores.history
      samples = createSamples(stores)
    })
    const page = { limit: 10, offset: 0 }
    const ids = async (filter: Partial<Parameters<History['sessions']>[0]>) =>
      (await history.sessions({ ...page, ...filter })).map(({ hostSessionId }) => hostSessionId)

    test('finds nothing in an empty store', async () => {
      expect(await history.sessions(page)).toEqual([])
      expect(await history.countSessions({})).toBe(0)
      expect(await history.hosts()).toEqual([])
      expect(await history.session('unknown')).toBeUndefined()
      expect(await history.sessionPlace('unknown')).toBeUndefined()
      expect(await history.sessionOfMemory('unknown')).toBeUndefined()
      expect(await history.memoriesFrom('unknown')).toEqual([])
      expect(await history.totals()).toEqual({
        projects: 0,
        sessions: 0,
        turns: 0,
        events: 0,
        toolEvents: 0,
      })
    })

    test('describes a session', async () => {
      const project = await stores.projects.insert({ identity: 'a', name: 'App', root: '/w/a' })
      const session = await samples.addSession({ projectId: project.id })
      await samples.addTurn(session.id, { prompt: undefined })
      const turn = await samples.addTurn(session.id, { prompt: 'first words' })
      await samples.addTurn(session.id, { prompt: 'later words' })
      await samples.addToolEvent(session.id, { turnId: turn.id })
      expect(await history.sessions(page)).toEqual([
        {
          id: session.id,
          host: 'claude-code',
          hostSessionId: 's1',
          project: { id: project.id, name: 'App' },
          status: 'active',
          startedAt: at(0),
          endedAt: undefined,
          endReason: undefined,
          lastEventAt: at(0),
          cwd: '/w/a',
          branch: 'main',
          turns: 3,
          toolEvents: 1,
          title: 'First words',
        },
      ])
    })

    test('lists the most recently active first, page by page', async () => {
      for (const second of [2, 3, 1]) {
        await samples.addSession({ hostSessionId: `s${second}`, startedAt: at(second) })
      }
      expect(await ids({})).toEqual(['s3', 's2', 's1'])
      expect(await ids({ limit: 1 })).toEqual(['s3'])
      expect(await ids({ limit: 2, offset: 1 })).toEqual(['s2', 's1'])
      expect(await ids({ offset: 3 })).toEqual([])
    })

    test('sorts by age and by turns', async () => {
      const add = (hostSessionId: string, second: number) =>
        samples.addSession({ hostSessionId, startedAt: at(second) })
      const [old, , late] = [await add('old', 1), await add('middle', 2), await add('late', 3)]
      for (const { id } of [old, old, late]) await samples.addTurn(id)
      expect(await ids({ order: 'latest' })).toEqual(['late', 'middle', 'old'])
      expect(await ids({ order: 'oldest' })).toEqual(['old', 'middle', 'late'])
      expect(await ids({ order: 'longest' })).toEqual(['old', 'late', 'middle'])
    })

    test('filters by text in any prompt, whatever its case, signs taken literally', async () => {
      const one = await samples.addSession({ hostSessionId: 'one', startedAt: at(1) })
      const other = await samples.addSession({ hostSessionId: 'other', startedAt: at(2) })
      await samples.addTurn(one.id, { prompt: 'Hello' })
      await samples.addTurn(one.id, { prompt: 'Make it 100% Green' })
      await samples.addTurn(other.id, { prompt: 'Make it blue' })
      expect(await ids({ text: 'make IT' })).toEqual(['other', 'one'])
      expect(await ids({ text: '0% green' })).toEqual(['one'])
      expect(await ids({ text: 'm%e' })).toEqual([])
      expect(await history.countSessions({ text: 'blue' })).toBe(1)
    })

    test('lists the ids of all sessions page by page', async () => {
      const first = await samples.addSession()
      const second = await samples.addSession({ hostSessionId: 's2' })
      expect(await history.sessionIds('', 1)).toEqual([first.id])
      expect(await history.sessionIds(first.id, 10)).toEqual([second.id])
    })

    test('picks sessions by our ids', async () => {
      const { id } = await samples.addSession({ hostSessionId: 'a' })
      await samples.addSession({ hostSessionId: 'b' })
      expect(await ids({ ids: [id, 'unknown'] })).toEqual(['a'])
      expect(await ids({ ids: [] })).toEqual([])
    })

    test('filters by project, host and status', async () => {
      const project = await stores.projects.insert({ identity: 'a', name: 'A', root: undefined })
      await samples.addSession({ hostSessionId: 'mine', projectId: project.id, startedAt: at(3) })
      await samples.addSession({ hostSessionId: 'other', host: 'other-host', startedAt: at(2) })
      const ended = await samples.addSession({ hostSessionId: 'ended', startedAt: at(1) })
      await stores.transaction(({ capture: tx }) =>
        tx.updateSession(ended.id, { status: 'completed' }),
      )
      expect(await ids({ projectId: project.id })).toEqual(['mine'])
      expect(await ids({ host: 'other-host' })).toEqual(['other'])
      expect(await ids({ status: 'completed' })).toEqual(['ended'])
      expect(await ids({ status: 'active', host: 'claude-code' })).toEqual(['mine'])
      expect(await ids({ projectId: 'unknown' })).toEqual([])
    })

    test('filters by when something happened', async () => {
      await samples.addSession({ hostSessionId: 'one', startedAt: at(1) })
      await samples.addSession({ hostSessionId: 'two', startedAt: at(5) })
      expect(await ids({ active: { from: at(0), until: at(3) } })).toEqual(['one'])
      expect(await ids({ active: { from: at(4), until: at(9) } })).toEqual(['two'])
      expect(await ids({ active: { from: at(0), until: at(9) } })).toHaveLength(2)
      expect(await ids({ active: { from: at(2), until: at(4) } })).toEqual([])
    })

    test('counts the sessions that pass a filter, and names the hosts', async () => {
      for (const id of ['a', 'b']) await samples.addSession({ hostSessionId: id })
      await samples.addSession({ hostSessionId: 'c', host: 'another' })
      expect(await history.countSessions({})).toBe(3)
      expect(await history.countSessions({ host: 'claude-code' })).toBe(2)
      expect(await history.countSessions({ status: 'completed' })).toBe(0)
      expect(await history.hosts()).toEqual(['another', 'claude-code'])
    })

    test('finds a session by our id and by the host’s', async () => {
      const { id } = await samples.addSession({ hostSessionId: 'abc' })
      expect((await history.session(id))?.hostSessionId).toBe('abc')
      expect((await history.session('abc'))?.id).toBe(id)
    })

    test('prefers the most recent of several sessions with the same host id', async () => {
      await samples.addSession({ hostSessionId: 'abc', host: 'a', startedAt: at(1) })
      await samples.addSession({ hostSessionId: 'abc', host: 'b', startedAt: at(3) })
      await samples.addSession({ hostSessionId: 'abc', host: 'c', startedAt: at(2) })
      expect((await history.session('abc'))?.host).toBe('b')
    })

    test('says where a session takes place and how far it has come', async () => {
      const project = await stores.projects.insert({ identity: 'p', name: 'p', root: undefined })
      const session = await samples.addSession({ projectId: project.id })
      for (const _ of [1, 2]) await samples.addTurn(session.id)
      expect(await history.sessionPlace(session.id)).toEqual({
        sessionId: session.id,
        projectId: project.id,
        host: 'claude-code',
        hostSessionId: 's1',
        branch: 'main',
        cwd: '/w/a',
        transcriptPath: '/t/s1.jsonl',
        lastEventAt: at(0),
        status: 'active',
        lastTurn: 2,
      })
    })

    test('gives the turns of a session in order, each with its tools', async () => {
      const session = await samples.addSession()
      const first = await samples.addTurn(session.id, { prompt: 'one', startedAt: at(1) })
      const second = await samples.addTurn(session.id, { prompt: 'two', startedAt: at(4) })
      const late = { turnId: first.id, second: 6, detail: { toolName: 'Late' } }
      await samples.addToolEvent(session.id, { turnId: second.id, detail: { toolName: 'Edit' } })
      await samples.addToolEvent(session.id, late)
      const timeline = (await history.session(session.id))?.timeline
      expect(timeline).toEqual([
        {
          id: first.id,
          number: 1,
          prompt: 'one',
          origin: 'user',
          answer: undefined,
          outcome: 'open',
          startedAt: at(1),
          endedAt: undefined,
          toolEvents: [
            {
              id: expect.any(String),
              toolName: 'Late',
              outcome: 'ok',
              durationMs: 12,
              agentName: undefined,
              occurredAt: at(6),
            },
          ],
        },
        expect.objectContaining({
          number: 2,
          prompt: 'two',
          toolEvents: [expect.objectContaining({ toolName: 'Edit' })],
        }),
      ])
    })

    test('knows in which session a memory was learned last, and what a session taught', async () => {
      const early = await samples.addSession({ hostSessionId: 'early', startedAt: at(0) })
      const late = await samples.addSession({ hostSessionId: 'late', startedAt: at(9) })
      const turn = await samples.addTurn(early.id)
      const toolEvent = await samples.addToolEvent(late.id)
      await stores.transaction(async ({ memories: tx }) => {
        for (const id of ['aa', 'bb', 'cc']) await tx.insert(sampleMemory(id))
        await tx.addSources('aa', [{ type: 'turn', ref: turn.id }])
        await tx.addSources('bb', [
          { type: 'session', ref: early.id },
          { type: 'tool-event', ref: toolEvent.id },
        ])
        await tx.addSources('cc', [{ type: 'file', ref: early.id }])
      })
      const { sessionOfMemory, memoriesFrom } = history
      expect(await sessionOfMemory('aa')).toBe(early.id)
      expect(await sessionOfMemory('bb')).toBe(late.id)
      expect(await sessionOfMemory('cc')).toBeUndefined()
      expect(await memoriesFrom(early.id)).toEqual(['bb', 'aa'])
      expect(await memoriesFrom(late.id)).toEqual(['bb'])
    })

    test('counts everything', async () => {
      await stores.projects.insert({ identity: 'a', name: 'A', root: undefined })
      const session = await samples.addSession()
      await samples.addTurn(session.id)
      await samples.addEvent(session.id)
      await samples.addToolEvent(session.id)
      expect(await history.totals()).toEqual({
        projects: 1,
        sessions: 1,
        turns: 1,
        events: 2,
        toolEvents: 1,
      })
    })
  })
}
