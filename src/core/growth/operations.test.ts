import { beforeEach, expect, test } from 'vitest'
import { sampleMemory } from '../../../test/conformance/samples.ts'
import { type Capture, openCapture } from '../../../test/support/core/capture.ts'
import { operationsOn } from '../../../test/support/core/operations.ts'
import { operations } from '../../contract/operations/index.ts'

let capture: Capture
beforeEach(async () => {
  capture = await openCapture()
  capture.clock.set('2026-03-10T12:00:00.000Z')
})

async function growth(input: Record<string, unknown> = {}, utcOffsetMinutes = 0) {
  const { getGrowth } = operationsOn(capture, { utcOffsetMinutes: () => utcOffsetMinutes })
  const output = await getGrowth(operations.getGrowth.input.parse(input))
  return operations.getGrowth.output.parse(JSON.parse(JSON.stringify(output)))
}

const learn = (id: string, createdAt: string) =>
  capture.store.transaction(({ memories: tx }) =>
    tx.insert(sampleMemory(id, { createdAt, validFrom: createdAt })),
  )

test('has every day up to today, the oldest first, whether anything happened or not', async () => {
  const { days, storage } = await growth({ days: 3 })
  expect(days.map(({ day }) => day)).toEqual(['2026-03-08', '2026-03-09', '2026-03-10'])
  expect(days[0]).toEqual({
    day: '2026-03-08',
    memories: 0,
    learned: 0,
    superseded: 0,
    forgotten: 0,
    sessions: 0,
    turns: 0,
    tokensInjected: 0,
    tokensUsed: 0,
  })
  expect(storage.bytes).toBe(4_096)
})

test('counts memories at the end of each day, those from before included', async () => {
  await learn('a1', '2026-01-01T00:00:00.000Z')
  await learn('a2', '2026-03-09T10:00:00.000Z')
  await capture.store.transaction(({ memories: tx }) =>
    tx.update('a1', { supersededBy: 'a2' }, '2026-03-10T09:00:00.000Z'),
  )
  const { days } = await growth({ days: 3 })
  expect(days.map(({ memories }) => memories)).toEqual([1, 2, 1])
})

test('counts no candidate, neither when it is heard nor when it is closed', async () => {
  await learn('a1', '2026-03-09T10:00:00.000Z')
  const candidate = { standing: 'candidate', validTo: '2026-03-10T09:00:00.000Z' } as const
  await capture.store.transaction(({ memories: tx }) => tx.insert(sampleMemory('c1', candidate)))
  const { days } = await growth({ days: 2 })
  expect(days.map(({ memories, superseded }) => [memories, superseded])).toEqual([
    [1, 0],
    [1, 0],
  ])
})

test('has the days of where the user is', async () => {
  await learn('a1', '2026-03-09T20:00:00.000Z')
  const { days } = await growth({ days: 2 }, 9 * 60)
  expect(days.map(({ day, learned }) => [day, learned])).toEqual([
    ['2026-03-09', 0],
    ['2026-03-10', 1],
  ])
})

test('carries the size of the database on from when it was noted, and has today as it is', async () => {
  await capture.store.growth.noteSize({ day: '2026-03-07', bytes: 1_024 })
  await capture.store.growth.noteSize({ day: '2026-03-09', bytes: 2_048 })
  await capture.store.growth.noteSize({ day: '2026-03-10', bytes: 3_072 })
  const sizes = async (days: number) =>
    (await growth({ days })).days.map(({ databaseBytes }) => databaseBytes)
  expect(await sizes(3)).toEqual([1_024, 2_048, 4_096])
  expect(await sizes(5)).toEqual([undefined, 1_024, 1_024, 2_048, 4_096])
})

test('has the size of the one database whatever the project', async () => {
  await capture.store.projects.insert({ identity: 'a', name: 'a', root: '/w/a' })
  await capture.store.growth.noteSize({ day: '2026-03-09', bytes: 2_048 })
  const { days } = await growth({ project: 'a', days: 2 })
  expect(days.map(({ databaseBytes }) => databaseBytes)).toEqual([2_048, 4_096])
})

test('refuses a project that is none', async () => {
  await expect(growth({ project: 'nowhere' })).rejects.toMatchObject({ code: 'not-found' })
})

test.each([0, 367, 'many'])('refuses %s days', (days) => {
  expect(operations.getGrowth.input.safeParse({ days }).success).toBe(false)
})
