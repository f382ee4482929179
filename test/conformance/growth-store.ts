/** What every growth store does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { GrowthStore } from '../../src/core/ports/growth-store.ts'
import { createTestClock, type TestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { createSamples, sampleMemory } from './samples.ts'

const from = '2026-01-01T00:00:00.000Z'
const line = {
  section: 'project',
  kind: 'fact',
  trust: 'user',
  at: from,
  text: '',
  reason: 'match',
} as const
const everything = { from, utcOffsetMinutes: 0 }

export function describeGrowthStore(name: string, open: OpenStores): void {
  describe(`the growth store of ${name}`, () => {
    let clock: TestClock
    let stores: Stores
    let growth: GrowthStore
    beforeEach(async () => {
      clock = createTestClock('2026-01-01T00:00:00.000Z')
      stores = await open(clock)
      onTestFinished(() => stores.close())
      growth = stores.growth
    })

    const addMemory = (id: string, createdAt: string, projectId = 'a') =>
      stores.transaction(({ memories: tx }) =>
        tx.insert(sampleMemory(id, { createdAt, validFrom: createdAt, scopeId: projectId })),
      )
    const hand = (id: string, at: string, projectId?: string) =>
      stores.injections.record({
        id,
        session: { host: 'claude-code', hostSessionId: 's1' },
        projectId,
        event: 'prompt',
        source: undefined,
        at,
        tokens: 100,
        characters: 400,
        lines: [
          { ...line, id: 'a1', tokens: 30 },
          { ...line, id: 'a2', tokens: 50 },
        ],
      })

    test('has nothing to tell of an empty store', async () => {
      expect(await growth.days(everything)).toEqual([])
      expect(await growth.memoriesAt(from, undefined)).toBe(0)
    })

    test('counts no candidates', async () => {
      const heard = { standing: 'candidate', createdAt: '2026-01-01T12:00:00.000Z' } as const
      await stores.transaction(({ memories: tx }) => tx.insert(sampleMemory('a1', heard)))
      expect(await growth.days(everything)).toEqual([])
      expect(await growth.memoriesAt('2026-02-01T00:00:00.000Z', undefined)).toBe(0)
    })

    test('counts what was learned, superseded and forgotten', async () => {
      await addMemory('a1', '2025-12-31T12:00:00.000Z')
      await addMemory('a2', '2026-01-01T12:00:00.000Z')
      await addMemory('a3', '2026-01-02T12:00:00.000Z')
      await stores.transaction(async ({ memories: tx }) => {
        await tx.update('a1', { supersededBy: 'a2' }, '2026-01-02T13:00:00.000Z')
        await tx.forget('a3', '2026-01-03T01:00:00.000Z', { archive: true })
      })
      const days = await growth.days(everything)
      expect(days).toHaveLength(3)
      expect(days).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ day: '2026-01-01', learned: 1, superseded: 0 }),
          expect.objectContaining({ day: '2026-01-02', learned: 0, superseded: 1 }),
          expect.objectContaining({ day: '2026-01-03', learned: 0, forgotten: 1 }),
        ]),
      )
      const then = '2026-01-02T12:30:00.000Z'
      expect(await growth.memoriesAt(then, undefined)).toBe(2)
      expect(await growth.memoriesAt('2026-01-03T00:00:00.000Z', undefined)).toBe(1)
    })

    test('counts sessions and turns by when they began', async () => {
      const samples = createSamples(stores)
      const old = await samples.addSession({ startedAt: '2025-12-31T23:00:00.000Z' })
      for (const startedAt of ['2025-12-31T23:00:00.000Z', '2026-01-01T00:01:00.000Z']) {
        await samples.addTurn(old.id, { startedAt })
      }
      await samples.addTurn(old.id, { startedAt: '2026-01-02T01:00:00.000Z' })
      const days = await growth.days(everything)
      expect(days.map(({ day, sessions, turns }) => [day, sessions, turns]).sort()).toEqual([
        ['2026-01-01', 0, 1],
        ['2026-01-02', 0, 1],
      ])
    })

    test('counts what was handed over and what of it was used', async () => {
      await addMemory('a1', from)
      await addMemory('a2', from)
      await hand('i1', '2026-01-02T10:00:00.000Z')
      await stores.injections.markUsed(
        { host: 'claude-code', hostSessionId: 's1' },
        [{ memoryId: 'a1', use: 'cited' }],
        '2026-01-02T11:00:00.000Z',
      )
      expect(await growth.days(everything)).toContainEqual(
        expect.objectContaining({ day: '2026-01-02', tokensInjected: 100, tokensUsed: 30 }),
      )
    })

    test('has days as they are where the user is', async () => {
      await addMemory('a1', '2026-01-01T23:30:00.000Z')
      expect(await growth.days({ ...everything, utcOffsetMinutes: 60 })).toMatchObject([
        { day: '2026-01-02', learned: 1 },
      ])
    })

    test('narrows to a project', async () => {
      const project = await stores.projects.insert({ identity: 'a', name: 'a', root: '/w/a' })
      const samples = createSamples(stores)
      const at = '2026-01-01T10:00:00.000Z'
      const inside = await samples.addSession({ hostSessionId: 's1', projectId: project.id })
      const outside = await samples.addSession({ hostSessionId: 's2' })
      for (const { id } of [inside, outside]) await samples.addTurn(id, { startedAt: at })
      await addMemory('a1', at, project.id)
      await addMemory('a2', at, 'another')
      await hand('i1', at, project.id)
      await hand('i2', at)
      const filter = { ...everything, projectId: project.id }
      expect(await growth.days(filter)).toMatchObject([
        { sessions: 1, turns: 1, learned: 1, tokensInjected: 100 },
      ])
      expect(await growth.memoriesAt('2026-01-02', project.id)).toBe(1)
    })

    test('tells what takes the room, the largest first', async () => {
      const parts = (await growth.storage()) ?? []
      expect(parts.map(({ part }) => part)).toContain('captured')
      expect(parts).toEqual(parts.toSorted((one, other) => other.bytes - one.bytes))
    })

    const first = { day: '2026-01-01', bytes: 4_096 }
    const second = { day: '2026-01-03', bytes: 3_000_000_000 }

    test('has no sizes at first', async () => {
      expect(await growth.sizesSince('2026-01-01')).toEqual([])
    })

    test('lists sizes from a day on, oldest first', async () => {
      for (const size of [second, first]) await growth.noteSize(size)
      expect(await growth.sizesSince('2025-12-01')).toEqual([first, second])
      expect(await growth.sizesSince('2026-01-01')).toEqual([first, second])
      expect(await growth.sizesSince('2026-01-03')).toEqual([second])
    })

    test('begins with the last known size if the day has none', async () => {
      for (const size of [first, second]) await growth.noteSize(size)
      expect(await growth.sizesSince('2026-01-02')).toEqual([first, second])
      expect(await growth.sizesSince('2026-02-01')).toEqual([second])
    })

    test('lets retention run once a day, whenever the size is noted', async () => {
      expect(await growth.claimRetention(first)).toBe(true)
      await growth.noteSize({ ...first, bytes: 1 })
      expect(await growth.claimRetention(first)).toBe(false)
      await growth.noteSize(second)
      expect(await growth.claimRetention(second)).toBe(true)
    })

    test('keeps the last size of each day', async () => {
      await growth.noteSize(first)
      for (const bytes of [20_480, 8_192]) await growth.noteSize({ ...first, bytes })
      expect(await growth.sizesSince('2026-01-01')).toEqual([{ ...first, bytes: 8_192 }])
    })
  })
}
