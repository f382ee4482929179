/** What every turn reader does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { History } from '../../src/core/ports/history.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples } from './samples.ts'

export function describeTurnReader(name: string, open: OpenStores): void {
  describe(`the turn reader of ${name}`, () => {
    let stores: Stores
    let history: History
    let samples: ReturnType<typeof createSamples>
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
      history = stores.history
      samples = createSamples(stores)
    })

    async function addWork() {
      const project = await stores.projects.insert({ identity: 'p', name: 'p', root: undefined })
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

    test('finds nothing by unknown ids', async () => {
      for (const read of [history.turns, history.toolEvents, history.sessionSources]) {
        expect(await read(['unknown'])).toEqual([])
      }
      expect(await history.turn('unknown')).toBeUndefined()
      expect(await history.turnsOf('unknown', { from: 1, through: 9 })).toEqual([])
      expect(await history.lastTurn('unknown', at(9))).toBe(0)
    })

    test('reads what was said in a session, in order', async () => {
      const { session, turn } = await addWork()
      const second = await samples.addTurn(session.id, { prompt: 'and the door' })
      const said = await history.spokenTurns(session.id)
      expect(said.map(({ id, prompt }) => [id, prompt])).toEqual([
        [turn.id, 'paint it'],
        [second.id, 'and the door'],
      ])
      expect(said[0]).toEqual({
        id: turn.id,
        prompt: 'paint it',
        origin: 'user',
        answer: undefined,
      })
      expect(await history.spokenTurns('unknown')).toEqual([])
      expect(await history.spoken([second.id, 'unknown'])).toEqual([said[1]])
    })

    test('knows whether a tool brought in something from outside, and since when', async () => {
      const { session, tool } = await addWork()
      expect(await history.hasReadForeign(session.id)).toBe(false)
      const page = await samples.addToolEvent(session.id, { isForeign: true })
      expect(await history.hasReadForeign(session.id)).toBe(true)
      expect(await history.hasReadForeign(session.id, tool.id)).toBe(false)
      expect(await history.hasReadForeign(session.id, page.id)).toBe(false)
      expect(await history.hasReadForeign('unknown')).toBe(false)
    })

    test('reads a turn with its tools and where it took place', async () => {
      const { turn, tool, origin } = await addWork()
      const { toolName, input } = tool.event.detail as { toolName: string; input: unknown }
      expect(await history.turns([turn.id, 'unknown'])).toEqual([
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
      const [found] = await history.toolEvents([tool.id])
      expect(found).toMatchObject({ ...origin, id: tool.id, number: 1, occurredAt: at(2) })
      expect(found).toHaveProperty('output')
    })

    test('reads a session with its first prompt and all its tools', async () => {
      const { session, origin } = await addWork()
      await samples.addTurn(session.id, { prompt: 'and again' })
      await samples.addToolEvent(session.id)
      const [found] = await history.sessionSources([session.id])
      expect(found).toMatchObject({ ...origin, firstPrompt: 'paint it', startedAt: at(0) })
      expect(found?.tools).toHaveLength(2)
    })

    test('reads the turns of a range in order, with what was done in them', async () => {
      const { session, turn } = await addWork()
      const second = await samples.addTurn(session.id, { prompt: 'and again' })
      await samples.addTurn(session.id)
      const turns = await history.turnsOf(session.id, { from: 1, through: 2 })
      expect(turns.map(({ id, number }) => [id, number])).toEqual([
        [turn.id, 1],
        [second.id, 2],
      ])
      expect(turns.map(({ actions }) => actions.length)).toEqual([1, 0])
    })

    test('knows the session of a turn, and the last turn at a time', async () => {
      const { id } = await samples.addSession()
      const first = await samples.addTurn(id, { startedAt: at(1) })
      await samples.addTurn(id, { startedAt: at(5) })
      expect(await history.turn(first.id)).toEqual({
        ...{ sessionId: id, number: 1 },
        startedAt: at(1),
      })
      const { lastTurn } = history
      expect(await Promise.all([0, 1, 4, 5].map((second) => lastTurn(id, at(second))))).toEqual([
        0, 1, 1, 2,
      ])
    })
  })
}
