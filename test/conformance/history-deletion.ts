/** What every store does when history is deleted. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { feedStart } from '../../src/core/ports/change-feed.ts'
import type { DeletionTarget } from '../../src/core/ports/deletion.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples, sampleMemory } from './samples.ts'

export function describeHistoryDeletion(name: string, open: OpenStores): void {
  describe(`deleting history in the store of ${name}`, () => {
    let stores: Stores
    let samples: ReturnType<typeof createSamples>
    let target: DeletionTarget
    let turnId: string
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
      samples = createSamples(stores)
      const { id: sessionId } = await samples.addSession()
      turnId = (await samples.addTurn(sessionId, { hostTurnId: 'h1' })).id
      for (let number = 0; number < 3; number++) await samples.addToolEvent(sessionId, { turnId })
      await samples.addEvent(sessionId)
      target = { sessionId, turnId: undefined }
    })
    const begin = (which = target, forever = true) =>
      stores.deletion.begin(which, { withMemories: true, forever, at: at(9) })
    const slice = (limit: number, which = target) => stores.deletion.deleteSlice(which, limit)
    const removed = async () => {
      const { changes } = await stores.changes.after(feedStart, 1_000)
      return changes.filter(({ kind }) => kind === 'removed').map(({ subject }) => subject)
    }

    test('goes slice by slice, the session with the last, and each leaves its changes', async () => {
      await begin()
      expect(await slice(3)).toMatchObject({ events: 3, turns: 0, sessions: 0, isDone: false })
      expect(await stores.deletion.pending()).toEqual({ ...target, withMemories: true })
      expect(await slice(3)).toMatchObject({ events: 1, turns: 1, sessions: 1, isDone: true })
      expect(await stores.deletion.pending()).toBeUndefined()
      expect(await stores.history.totals()).toMatchObject({ sessions: 0, events: 0, turns: 0 })
      expect((await removed()).sort()).toEqual([
        'digest',
        'digest',
        'event',
        'session',
        'tool-event',
        'tool-event',
        'tool-event',
        'turn',
      ])
    })

    test('a turn goes alone, its number is not given again', async () => {
      const ofTurn = { ...target, turnId }
      await begin(ofTurn)
      expect(await slice(10, ofTurn)).toMatchObject({ events: 3, turns: 1, sessions: 0 })
      expect(await stores.history.totals()).toMatchObject({ sessions: 1, events: 1, turns: 0 })
      expect((await samples.addTurn(target.sessionId)).number).toBe(2)
      expect(await stores.history.sessionPlace(target.sessionId)).toMatchObject({
        transcriptPath: undefined,
      })
    })

    test('what is deleted for ever is known by its host’s names; what only was old is not', async () => {
      const isDeleted = (...turn: string[]) =>
        stores.deletion.isDeleted('claude-code', 's1', ...turn)
      await begin(target, false)
      expect(await isDeleted()).toBe(false)
      await begin({ ...target, turnId })
      expect([await isDeleted(), await isDeleted('h1'), await isDeleted('h2')]).toEqual([
        false,
        true,
        false,
      ])
      await begin()
      expect(await isDeleted()).toBe(true)
    })

    test('a payload goes with the last that has it', async () => {
      await samples.addSession({ hostSessionId: 's2' }).then(({ id }) => samples.addToolEvent(id))
      await begin()
      expect(await slice(100)).toMatchObject({ payloads: 0 })
      const [other] = await stores.deletion.select({}, 1)
      const last = { sessionId: other?.id ?? '', turnId: undefined }
      await begin(last)
      expect(await slice(100, last)).toMatchObject({ payloads: 2 })
    })

    test('says which memories lost a source, and which have none left', async () => {
      const sources = [{ type: 'turn' as const, ref: turnId }]
      await stores.transaction(async ({ memories }) => {
        for (const id of ['alone', 'shared']) {
          await memories.insert(sampleMemory(id, { contentHash: id === 'alone' ? 'aa' : 'bb' }))
          await memories.addSources(id, sources)
        }
        await memories.addSources('shared', [{ type: 'manual', ref: '' }])
      })
      expect((await stores.deletion.memoriesIn(target)).sort()).toEqual(['alone', 'shared'])
      await begin()
      const { touched } = await slice(100)
      expect([...touched].sort()).toEqual(['alone', 'shared'])
      expect(await stores.deletion.withoutSources(touched)).toEqual(['alone'])
    })

    test('selects by project and time, and counts', async () => {
      const project = await stores.projects.insert({ identity: 'a', name: 'A', root: undefined })
      const old = await samples.addSession({
        hostSessionId: 'old',
        projectId: project.id,
        startedAt: at(-100),
      })
      const ids = async (selection: Parameters<typeof stores.deletion.select>[0]) =>
        (await stores.deletion.select(selection, 10)).map(({ id }) => id)
      expect(await ids({ projectId: project.id })).toEqual([old.id])
      expect(await ids({ before: at(-50) })).toEqual([old.id])
      expect(await ids({ before: at(-50), projectId: 'other' })).toEqual([])
      expect(await ids({})).toEqual([old.id, target.sessionId])
      expect(await stores.deletion.count({ sessionId: target.sessionId })).toEqual({
        ...{ sessions: 1, turns: 1, events: 4, toolEvents: 3 },
      })
      expect(await stores.deletion.count({ sessionId: target.sessionId, turnId })).toEqual({
        ...{ sessions: 0, turns: 1, events: 3, toolEvents: 3 },
      })
    })

    test('marks sessions, oldest first, until an event or its user takes the mark back', async () => {
      const old = await samples.addSession({ hostSessionId: 'old', startedAt: at(-100) })
      const { deletion } = stores
      const leaving = async (leavingBefore: string) =>
        (await deletion.select({ leavingBefore }, 10)).map(({ id }) => id)
      expect(await deletion.markLeaving({}, at(200), 1)).toBe(1)
      expect(await leaving(at(200))).toEqual([])
      expect(await leaving(at(201))).toEqual([old.id])
      expect(await deletion.markLeaving({ unmarkedAt: at(201) }, at(201), 9)).toBe(1)
      expect(await deletion.keep(old.id, at(202))).toBe(true)
      expect(await deletion.keep(old.id, at(202))).toBe(false)
      expect(await leaving(at(300))).toEqual([target.sessionId])
      expect((await deletion.count({ notKeptSince: at(202) })).sessions).toBe(1)
      await stores.transaction(({ capture }) =>
        capture.updateSession(target.sessionId, { lastEventAt: at(250) }),
      )
      expect(await leaving(at(300))).toEqual([])
    })

    test('knows what is kept', async () => {
      expect(await stores.deletion.isKept({ ...target, turnId })).toBe(true)
      await begin({ ...target, turnId })
      expect(await stores.deletion.isKept({ ...target, turnId })).toBe(false)
      expect(await stores.deletion.isKept(target)).toBe(true)
      await begin()
      expect(await stores.deletion.isKept(target)).toBe(false)
    })

    test('the feed drops what every consumer knows to be gone', async () => {
      await begin()
      await slice(100)
      for (const consumer of ['memory-index', 'history-index', 'lifecycle']) {
        await stores.changes.advance(consumer, await stores.changes.head())
      }
      await stores.changes.prune(100)
      const { changes } = await stores.changes.after(feedStart, 100)
      expect(changes).toEqual([])
    })
  })
}
