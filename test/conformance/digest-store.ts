/** What every digest store does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Digest } from '../../src/contract/digest.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples } from './samples.ts'

const digest = (type: Digest['type'], request = 'fix it'): Digest => ({
  type,
  outcome: 'ok',
  toolEvents: 1,
  steps: [{ turn: 1, signs: ['change'], request, cites: ['t1'] }],
  filesRead: [],
  filesChanged: [{ path: 'a.ts', cites: ['e1'] }],
  tests: [{ command: 'npm test', outcome: 'fixed', passed: 3, cites: ['e2'] }],
  commands: [],
  decided: [{ text: 'Keep the old route.', cites: ['t1'] }],
  learned: [],
  shipped: [],
  open: [{ kind: 'question', text: 'Which one?', cites: ['t1'] }],
})

export function describeDigestStore(name: string, open: OpenStores): void {
  describe(`the digest store of ${name}`, () => {
    let stores: Stores
    let samples: ReturnType<typeof createSamples>
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
      samples = createSamples(stores)
    })
    const put = (sessionId: string, kept: Digest, id = sessionId) =>
      stores.digests.put({
        ...{ id, sessionId, digest: kept },
        turnIds: kept.type === 'turn' ? [id] : [],
      })

    test('has none of what it never heard of', async () => {
      expect(await stores.digests.find('turn', 'unknown')).toBeUndefined()
      expect(
        await stores.digests.lastOf({ projectId: 'unknown', branch: undefined, before: at(9) }),
      ).toBeUndefined()
      expect(await stores.digests.ofSession('unknown')).toEqual({
        session: undefined,
        turns: new Map(),
      })
    })

    test('finds the files that turns edited most', async () => {
      const { id } = await samples.addSession()
      const other = await samples.addSession({ hostSessionId: 'other' })
      for (const sessionId of [id, id, other.id]) {
        const turn = await samples.addTurn(sessionId)
        await put(sessionId, digest('turn'), turn.id)
      }
      await put(id, digest('session'))
      const filter = { from: at(0), projectId: undefined, limit: 5 }
      expect(await stores.growth.editedFiles(filter)).toMatchObject([
        { path: 'a.ts', turns: 3, sessions: 2 },
      ])
      expect(await stores.growth.editedFiles({ ...filter, projectId: 'none' })).toEqual([])
    })

    test('gives back what was put, by type and id', async () => {
      const { id } = await samples.addSession()
      await put(id, digest('session'))
      await samples.addTurn(id, { id: 't1' })
      await put(id, digest('turn'), 't1')
      expect(await stores.digests.find('session', id)).toEqual(digest('session'))
      expect(await stores.digests.find('turn', 't1')).toEqual(digest('turn'))
      expect(await stores.digests.find('session', 't1')).toBeUndefined()
      expect(await stores.digests.ofSession(id)).toEqual({
        session: digest('session'),
        turns: new Map([['t1', digest('turn')]]),
      })
    })

    test('keeps the later of two', async () => {
      const { id } = await samples.addSession()
      await put(id, digest('session', 'first'))
      await put(id, digest('session', 'second'))
      expect(await stores.digests.find('session', id)).toEqual(digest('session', 'second'))
    })

    test('keeps nothing of a session that is gone', async () => {
      await put('gone', digest('turn'), 't1')
      expect(await stores.digests.find('turn', 't1')).toBeUndefined()
    })

    test('keeps nothing of a turn that is gone', async () => {
      const { id } = await samples.addSession()
      await put(id, digest('turn'), 'gone')
      expect(await stores.digests.find('turn', 'gone')).toBeUndefined()
    })

    test('keeps nothing of a session of whose turns one is gone', async () => {
      const { id } = await samples.addSession()
      await samples.addTurn(id, { id: 't1' })
      const made = { id, sessionId: id, digest: digest('session') }
      await stores.digests.put({ ...made, turnIds: ['t1', 'gone'] })
      expect(await stores.digests.find('session', id)).toBeUndefined()
      await stores.digests.put({ ...made, turnIds: ['t1'] })
      expect(await stores.digests.find('session', id)).toBeDefined()
    })

    test('finds the session of a branch that was active last, other than the given one', async () => {
      const project = await stores.projects.insert({ identity: 'a', name: 'A', root: undefined })
      const add = (hostSessionId: string, second: number, projectId?: string) =>
        samples.addSession({ hostSessionId, startedAt: at(second), projectId })
      const late = await add('late', 3, project.id)
      const early = await add('early', 1, project.id)
      const elsewhere = await add('elsewhere', 5)
      const started = { startedAt: at(4), projectId: project.id, branch: 'feature' }
      const feature = await samples.addSession({ hostSessionId: 'feature', ...started })
      for (const { id } of [late, early, elsewhere, feature]) await put(id, digest('session', id))
      await put(late.id, digest('turn'), 't1')
      const last = (except?: string, branch = 'main', before = at(9)) =>
        stores.digests.lastOf({ projectId: project.id, branch, except, before })
      expect(await last()).toEqual({
        sessionId: late.id,
        lastEventAt: at(3),
        digest: digest('session', late.id),
      })
      expect((await last(late.id))?.sessionId).toBe(early.id)
      expect((await last(elsewhere.id))?.sessionId).toBe(late.id)
      expect((await last(undefined, 'feature'))?.sessionId).toBe(feature.id)
      expect(await last(feature.id, 'feature')).toBeUndefined()
      expect((await last(undefined, 'main', at(2)))?.sessionId).toBe(early.id)
    })

    test('is empty after it was cleared', async () => {
      const { id } = await samples.addSession()
      await put(id, digest('session'))
      await stores.digests.clear()
      expect(await stores.digests.find('session', id)).toBeUndefined()
    })
  })
}
