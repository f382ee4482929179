import { expect, test } from 'vitest'
import { dayBounds } from './days.ts'

test.each([
  ['Greenwich', '2026-01-02T12:00:00.000Z', 0, '2026-01-02T00:00:00.000Z'],
  ['Berlin, shortly after midnight', '2026-01-01T23:30:00.000Z', 60, '2026-01-01T23:00:00.000Z'],
  ['New York, in the evening', '2026-01-02T03:00:00.000Z', -300, '2026-01-01T05:00:00.000Z'],
  ['Kathmandu, at midnight', '2026-01-01T18:15:00.000Z', 345, '2026-01-01T18:15:00.000Z'],
  ['a time before 1970', '1969-12-31T12:00:00.000Z', 0, '1969-12-31T00:00:00.000Z'],
])('the day of %s', (_, time, offset, from) => {
  const to = new Date(Date.parse(from) + 86_400_000).toISOString()
  expect(dayBounds(new Date(time), offset)).toEqual({ from, to })
})
