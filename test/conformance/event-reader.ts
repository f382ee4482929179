/** What every event reader does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { History } from '../../src/core/ports/history.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples, readEvents } from './samples.ts'

export function describeEventReader(name: string, open: OpenStores): void {
  describe(`the event reader of ${name}`, () => {
    let stores: Stores
    let history: History
    let samples: ReturnType<typeof createSamples>
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
      history = stores.history
      samples = createSamples(stores)
    })

    test('finds nothing by unknown ids', async () => {
      expect(await history.toolEvent('unknown')).toBeUndefined()
      expect(await history.toolEventIds('unknown')).toEqual([])
      expect(await history.events(['unknown'])).toEqual([])
    })

    test('reads a tool event', async () => {
      const session = await samples.addSession()
      const { id } = await samples.addToolEvent(session.id, {
        event: { agent: { id: 'a1', name: 'Explore' } },
        detail: { outcome: 'failed', output: { error: 'no' }, durationMs: 0 },
      })
      expect(await history.toolEvent(id)).toEqual({
        isForeign: false,
        id,
        sessionId: session.id,
        turnId: undefined,
        toolName: 'Bash',
        outcome: 'failed',
        durationMs: 0,
        agentName: 'Explore',
        occurredAt: at(2),
        input: { command: 'ls' },
        output: { error: 'no' },
      })
    })

    test('lists the tool events of a session', async () => {
      const session = await samples.addSession()
      const turn = await samples.addTurn(session.id)
      const inTurn = await samples.addToolEvent(session.id, { turnId: turn.id })
      const outside = await samples.addToolEvent(session.id)
      expect(await history.toolEventIds(session.id)).toEqual([inTurn.id, outside.id])
    })

    test('reads events by their ids, oldest first', async () => {
      const session = await samples.addSession()
      const [a, b, c] = [
        await samples.addEvent(session.id, { event: { name: 'A', fields: { n: 0 } } }),
        await samples.addEvent(session.id, { event: { name: 'B' }, second: 1 }),
        await samples.addEvent(session.id, { event: { name: 'C' } }),
      ]
      expect(await history.events([a.id])).toEqual([
        {
          id: a.id,
          sessionId: session.id,
          turnId: undefined,
          kind: 'other',
          name: 'A',
          occurredAt: at(2),
          host: 'claude-code',
          project: undefined,
          cwd: '/w/a',
          said: undefined,
          tool: undefined,
          fields: { n: 0 },
        },
      ])
      const both = await history.events([c.id, 'unknown', b.id])
      expect(both.map(({ id }) => id)).toEqual([b.id, c.id])
    })

    test('reads what an event says or does, and its project', async () => {
      const { id: projectId } = await stores.projects.insert({
        identity: 'a',
        name: 'A',
        root: undefined,
      })
      const session = await samples.addSession({ projectId })
      const { id: turnId } = await samples.addTurn(session.id, { prompt: 'paint it' })
      const detail = { kind: 'prompt', text: 'paint it', origin: 'user' } as const
      await samples.addEvent(session.id, { turnId, event: { detail } })
      await samples.addToolEvent(session.id, { turnId })
      expect(await readEvents(stores)).toMatchObject([
        {
          kind: 'prompt',
          said: 'paint it',
          tool: undefined,
          project: { id: projectId, name: 'A' },
        },
        {
          kind: 'tool',
          said: undefined,
          tool: { toolName: 'Bash', input: { command: 'ls' }, outcome: 'ok', durationMs: 12 },
        },
      ])
    })

    test('reads an event and the earlier ones of its kind', async () => {
      const { id } = await samples.addSession()
      const compaction = (trigger: string) =>
        samples.addEvent(id, { event: { detail: { kind: 'post-compact', trigger } } })
      const first = await compaction('manual')
      await samples.addEvent(id)
      const second = await compaction('auto')
      await compaction('auto')
      const [event] = await history.events([second.id])
      expect(event).toMatchObject({
        id: second.id,
        sessionId: id,
        kind: 'post-compact',
        occurredAt: at(2),
        fields: { trigger: 'auto' },
      })
      if (!event) return
      const through = await history.eventsThrough(event, 'post-compact')
      expect(through.map((each) => each.id)).toEqual([first.id, second.id])
    })
  })
}
