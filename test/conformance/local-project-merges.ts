/** What merging projects does to what only a local store has. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Project } from '../../src/core/ports/projects.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples, sampleMemory } from './samples.ts'

export function describeLocalProjectMerges(name: string, open: OpenStores): void {
  describe(`the store of merged projects of ${name}, with sessions`, () => {
    let stores: Stores
    let samples: ReturnType<typeof createSamples>
    let from: Project
    let into: Project
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
      samples = createSamples(stores)
      from = await insert('from')
      into = await insert('into')
    })

    const insert = (identity: string) =>
      stores.projects.insert({ identity, name: `the ${identity}`, root: `/w/${identity}` })
    const merge = (one = from.id, other = into.id) =>
      stores.transaction(({ projectMerges: tx }) => tx.merge(one, other, at(50)))
    const inject = (projectId: string) =>
      stores.injections.record({
        id: stores.ids.next(),
        session: { host: 'claude-code', hostSessionId: 's1' },
        projectId,
        event: 'prompt',
        source: undefined,
        at: at(1),
        tokens: 1,
        characters: 4,
        lines: [],
      })
    const promote = (memoryId: string, projectId: string) =>
      stores.transaction(async ({ memories, promotions }) => {
        await memories.insert(sampleMemory(memoryId, { scopeId: projectId }))
        await promotions.put({
          ...{ memoryId, projectId, file: 'AGENTS.md', part: 'line', hash: 'h' },
          ...{ contentHash: '01', at: at(1), state: 'held' },
        })
      })
    const sessionsOf = async (projectId: string) => {
      const sessions = await stores.history.sessions({ projectId, limit: 10, offset: 0 })
      return sessions.map(({ id }) => id).sort()
    }
    const known = async (id: string) => ({
      sessions: await sessionsOf(id),
      injections: (await stores.injections.stats({ projectId: id })).injections,
      promoted: (await stores.promotions.list(id)).map(({ memoryId }) => memoryId),
    })

    test('moves and gives back sessions, promotions and what was injected', async () => {
      for (const [mark, project] of [
        ['aa', from],
        ['bb', into],
      ] as const) {
        await samples.addSession({ hostSessionId: mark, projectId: project.id })
        await promote(mark, project.id)
        await inject(project.id)
      }
      const before = [await known(from.id), await known(into.id)]
      await merge()
      expect(await known(into.id)).toEqual({
        sessions: before.flatMap(({ sessions }) => sessions).sort(),
        injections: 2,
        promoted: ['aa', 'bb'],
      })
      await stores.transaction(({ projectMerges: tx }) => tx.giveBack(from.id))
      expect([await known(from.id), await known(into.id)]).toEqual(before)
    })

    test('takes in sessions that still name the project that went', async () => {
      const last = await insert('last')
      const session = await samples.addSession({ hostSessionId: 'first', projectId: from.id })
      await merge()
      await merge(into.id, last.id)
      const late = await samples.addSession({ hostSessionId: 'late', projectId: from.id })
      expect(late).toMatchObject({ projectId: last.id })
      await stores.transaction(({ capture: tx }) =>
        tx.updateSession(session.id, { projectId: from.id }),
      )
      await inject(from.id)
      expect(await known(last.id)).toMatchObject({
        sessions: [session.id, late.id].sort(),
        injections: 1,
      })
    })
  })
}
