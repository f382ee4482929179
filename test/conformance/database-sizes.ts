/** What every store of database sizes keeps. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { DatabaseSizes } from '../../src/core/ports/database-sizes.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores } from './open-stores.ts'

export function describeDatabaseSizes(name: string, open: OpenStores): void {
  describe(`the database sizes of ${name}`, () => {
    let sizes: DatabaseSizes
    beforeEach(async () => {
      const stores = await open(createTestClock())
      onTestFinished(() => stores.close())
      sizes = stores.databaseSizes
    })

    const first = { day: '2026-01-01', bytes: 4_096 }
    const second = { day: '2026-01-03', bytes: 3_000_000_000 }

    test('are none at first', async () => {
      expect(await sizes.since('2026-01-01')).toEqual([])
    })

    test('are given from a day on, the oldest first', async () => {
      for (const size of [second, first]) await sizes.note(size)
      expect(await sizes.since('2025-12-01')).toEqual([first, second])
      expect(await sizes.since('2026-01-01')).toEqual([first, second])
      expect(await sizes.since('2026-01-03')).toEqual([second])
    })

    test('begin with the last one known when the day itself has none', async () => {
      for (const size of [first, second]) await sizes.note(size)
      expect(await sizes.since('2026-01-02')).toEqual([first, second])
      expect(await sizes.since('2026-02-01')).toEqual([second])
    })

    test('are one a day, the last', async () => {
      await sizes.note(first)
      for (const bytes of [20_480, 8_192]) await sizes.note({ ...first, bytes })
      expect(await sizes.since('2026-01-01')).toEqual([{ ...first, bytes: 8_192 }])
    })
  })
}
