import { beforeEach, expect, test } from 'vitest'
import { type Capture, openCapture } from '../../../test/support/core/capture.ts'
import { recordDatabaseSize } from './status-operations.ts'

let capture: Capture
beforeEach(async () => {
  capture = await openCapture()
})

async function note(time: string, bytes: number, utcOffsetMinutes = 0): Promise<void> {
  const { clock, store } = capture
  clock.set(time)
  await recordDatabaseSize({
    ...store,
    clock,
    databaseBytes: () => bytes,
    utcOffsetMinutes: () => utcOffsetMinutes,
  })
}

const noted = () => capture.store.growth.sizesSince('2026-01-01')

test('the last note of a day stays, and the next day has its own', async () => {
  await note('2026-03-10T00:00:00.000Z', 1_024)
  await note('2026-03-10T23:59:59.999Z', 2_048)
  await note('2026-03-11T00:00:00.000Z', 3_072)
  expect(await noted()).toEqual([
    { day: '2026-03-10', bytes: 2_048 },
    { day: '2026-03-11', bytes: 3_072 },
  ])
})

test('the day is that of where the user is', async () => {
  await note('2026-03-10T23:30:00.000Z', 1_024, 60)
  await note('2026-03-12T00:30:00.000Z', 2_048, -60)
  expect((await noted()).map(({ day }) => day)).toEqual(['2026-03-11'])
})
