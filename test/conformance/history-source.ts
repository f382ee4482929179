/** What every source of history does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples } from './samples.ts'

export function describeHistorySource(name: string, open: OpenStores): void {
  describe(`the source of history of ${name}`, () => {
    let store: Stores
    let samples: ReturnType<typeof createSamples>
    beforeEach(async () => {
      store = await open(createTestClock())
      onTestFinished(() => store.close())
      samples = createSamples(store)
    })

    async function addWork() {
      const project = await store.projects.insert({ identity: 'p', name: 'p', root: undefined })
      const session = await samples.addSession({ projectId: project.id })
      const turn = await samples.addTurn(session.id, { prompt: 'paint it' })
      const tool = await samples.addToolEvent(session.id, { turnId: turn.id })
      const origin = {
        sessionId: session.id,
        projectId: project.id,
        host: 'claude-code',
        branch: 'main',
        cwd: '/w/a',
      }
      return { project, session, turn, tool, origin }
    }

    test('knows nothing by ids that do not exist', async () => {
      const { historySource: source } = store
      for (const read of [source.turns, source.toolEvents, source.sessions]) {
        expect(await read(['unknown'])).toEqual([])
      }
      expect(await source.sessionPlace('unknown')).toBeUndefined()
      expect(await source.turnsOf('unknown', { from: 1, through: 9 })).toEqual([])
    })

    test('reads a turn with its tools and where it took place', async () => {
      const { turn, tool, origin } = await addWork()
      const { toolName, input } = tool.event.detail as { toolName: string; input: unknown }
      expect(await store.historySource.turns([turn.id, 'unknown'])).toEqual([
        {
          ...origin,
          id: turn.id,
          number: 1,
          prompt: 'paint it',
          answer: undefined,
          startedAt: at(1),
          tools: [{ toolName, input }],
        },
      ])
    })

    test('reads a tool event with its input, output and the number of its turn', async () => {
      const { tool, origin } = await addWork()
      const [found] = await store.historySource.toolEvents([tool.id])
      expect(found).toMatchObject({ ...origin, id: tool.id, number: 1, occurredAt: at(2) })
      expect(found).toHaveProperty('output')
    })

    test('reads a session with its first prompt and all its tools', async () => {
      const { session, origin } = await addWork()
      await samples.addTurn(session.id, { prompt: 'and again' })
      await samples.addToolEvent(session.id)
      const [found] = await store.historySource.sessions([session.id])
      expect(found).toMatchObject({ ...origin, firstPrompt: 'paint it', startedAt: at(0) })
      expect(found?.tools).toHaveLength(2)
    })

    test('says where a session took place and how far it has come', async () => {
      const { session, origin } = await addWork()
      await samples.addTurn(session.id)
      expect(await store.historySource.sessionPlace(session.id)).toEqual({
        ...origin,
        transcriptPath: '/t/s1.jsonl',
        lastEventAt: at(0),
        lastTurn: 2,
      })
    })

    test('reads the turns of a range in order, with what was done in them', async () => {
      const { session, turn } = await addWork()
      const second = await samples.addTurn(session.id, { prompt: 'and again' })
      await samples.addTurn(session.id)
      const turns = await store.historySource.turnsOf(session.id, { from: 1, through: 2 })
      expect(turns.map(({ id, number }) => [id, number])).toEqual([
        [turn.id, 1],
        [second.id, 2],
      ])
      expect(turns.map(({ actions }) => actions.length)).toEqual([1, 0])
    })

    test('lists sessions page by page, and what one holds', async () => {
      const { session, turn, tool } = await addWork()
      const other = await samples.addSession({ hostSessionId: 's2' })
      const { historySource: source } = store
      expect(await source.sessionIds('', 1)).toEqual([session.id])
      expect(await source.sessionIds(session.id, 10)).toEqual([other.id])
      expect(await source.idsOf(session.id)).toEqual({ turns: [turn.id], toolEvents: [tool.id] })
    })
  })
}
