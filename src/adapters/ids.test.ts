import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTestClock } from '../../test/support/core/clock.ts'
import { createIdSource } from './ids.ts'

describe('ids', () => {
  test('are version 7 UUIDs that hold the time', () => {
    const clock = createTestClock('2026-01-02T03:04:05.678Z')
    const id = createIdSource(clock).next()
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(clock.now().getTime())
  })

  test('sort as they were made, within one millisecond and past its 4,096 places', () => {
    const source = createIdSource(createTestClock())
    const ids = Array.from({ length: 10_000 }, () => source.next())
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('sort as they were made whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 47 }), { minLength: 2 }), (times) => {
        const clock = createTestClock()
        const source = createIdSource(clock)
        const ids = times.map((time) => {
          clock.set(new Date(time).toISOString())
          return source.next()
        })
        expect(ids.toSorted()).toEqual(ids)
      }),
    )
  })

  test('sort after the one they follow, also when that lies in the future', () => {
    const clock = createTestClock('2026-01-01T00:00:00.000Z')
    const past = createIdSource(createTestClock('2020-01-01T00:00:00.000Z')).next()
    const now = createIdSource(clock).next()
    const future = createIdSource(createTestClock('2040-01-01T00:00:00.000Z')).next()
    for (const after of [past, now, future]) {
      const source = createIdSource(clock)
      const before = source.next()
      source.follow(after)
      const ids = [source.next(), source.next()]
      expect([before, ...ids].toSorted()).toEqual([before, ...ids])
      expect([after, ...ids].toSorted()).toEqual([after, ...ids])
      expect(ids.toSorted()).toEqual(ids)
    }
  })

  test('of two sources at one moment differ', () => {
    const clock = createTestClock()
    expect(createIdSource(clock).next()).not.toBe(createIdSource(clock).next())
  })

  test('begin at the epoch', () => {
    const id = createIdSource(createTestClock('1970-01-01T00:00:00.000Z')).next()
    expect(id).toMatch(/^00000000-0000-7001-/)
  })
})
