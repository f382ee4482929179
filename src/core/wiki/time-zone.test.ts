import { expect, test } from 'vitest'
import { resolveTimeZone } from './time-zone.ts'

test('days are those of the zone', () => {
  expect(resolveTimeZone('Asia/Tokyo').dayOf('2026-01-02T20:00:00.000Z')).toBe('2026-01-03')
  expect(resolveTimeZone('UTC').dayOf('2026-01-02T20:00:00.000Z')).toBe('2026-01-02')
})

test('an unknown zone is reported, and local time is used', () => {
  const local = resolveTimeZone('')
  const zone = resolveTimeZone('Mars/Base')
  expect(zone.name).toBe(local.name)
  expect(zone.warning).toBe(
    `wiki.timeZone "Mars/Base" is not a time zone; local time (${local.name}) is used`,
  )
  expect(zone.dayOf('2026-01-02T20:00:00.000Z')).toBe(local.dayOf('2026-01-02T20:00:00.000Z'))
})

test('the same zone is the same object', () => {
  expect(resolveTimeZone('UTC')).toBe(resolveTimeZone('UTC'))
})
