/** What every source of lifecycle facts returns. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples, sampleMemory } from './samples.ts'

export function describeLifecycleFacts(name: string, open: OpenStores): void {
  describe(`the lifecycle facts of ${name}`, () => {
    let stores: Stores
    let samples: ReturnType<typeof createSamples>
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
      samples = createSamples(stores)
    })

    test('are none of what is not there', async () => {
      const { lifecycleFacts: facts } = stores
      expect(await facts.session('nobody')).toBeUndefined()
      expect(await facts.project('nobody')).toBeUndefined()
      expect(await facts.turn('nobody')).toBeUndefined()
      expect(await facts.event('nobody')).toBeUndefined()
      expect(await facts.lastTurn('nobody', at(9))).toBe(0)
      expect(await facts.sessionOfMemory('nobody')).toBeUndefined()
      expect(await facts.memoriesFrom('nobody')).toEqual([])
    })

    test('tell a session and its project by all its names', async () => {
      const project = await stores.projects.insert({ identity: 'x/y', name: 'y', root: '/w/y' })
      await stores.projects.changeIdentity(project.id, 'z/y')
      const { id } = await samples.addSession({ projectId: project.id })
      expect(await stores.lifecycleFacts.session(id)).toEqual({
        id,
        host: 'claude-code',
        hostSessionId: 's1',
        projectId: project.id,
        cwd: '/w/a',
      })
      expect(await stores.lifecycleFacts.project(project.id)).toEqual({
        id: project.id,
        name: 'y',
        identity: 'z/y',
        aliases: ['x/y'],
        root: '/w/y',
      })
    })

    test('tell turns, and which was the last at a time', async () => {
      const { id } = await samples.addSession()
      const first = await samples.addTurn(id, { startedAt: at(1) })
      await samples.addTurn(id, { startedAt: at(5) })
      expect(await stores.lifecycleFacts.turn(first.id)).toEqual({ sessionId: id, number: 1 })
      const { lastTurn } = stores.lifecycleFacts
      expect(await Promise.all([0, 1, 4, 5].map((second) => lastTurn(id, at(second))))).toEqual([
        0, 1, 1, 2,
      ])
    })

    test('tell an event and those of a kind before it', async () => {
      const { id } = await samples.addSession()
      const compaction = (trigger: string) =>
        samples.addEvent(id, { event: { detail: { kind: 'post-compact', trigger } } })
      const first = await compaction('manual')
      await samples.addEvent(id)
      const second = await compaction('auto')
      await compaction('auto')
      const event = await stores.lifecycleFacts.event(second.id)
      expect(event).toEqual({
        id: second.id,
        sessionId: id,
        kind: 'post-compact',
        occurredAt: at(2),
        fields: { trigger: 'auto' },
      })
      if (!event) return
      const through = await stores.lifecycleFacts.eventsThrough(event, 'post-compact')
      expect(through.map((each) => each.id)).toEqual([first.id, second.id])
    })

    test('tell in which session a memory was learned last, and what one session taught', async () => {
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
      })
      const { sessionOfMemory, memoriesFrom } = stores.lifecycleFacts
      expect(await sessionOfMemory('aa')).toBe(early.id)
      expect(await sessionOfMemory('bb')).toBe(late.id)
      expect(await sessionOfMemory('cc')).toBeUndefined()
      expect(await memoriesFrom(early.id)).toEqual(['bb', 'aa'])
      expect(await memoriesFrom(late.id)).toEqual(['bb'])
    })
  })
}
