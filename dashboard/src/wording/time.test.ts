import { expect, test } from 'vitest'
import { dayAge, dayName, duration, relativeTime } from './time.ts'

const now = Date.parse('2026-06-15T12:00:00Z')

test.each([
  ['2026-06-15T11:59:58Z', 'just now'],
  ['2026-06-15T11:59:20Z', '40 s ago'],
  ['2026-06-15T11:55:00Z', '5 min ago'],
  ['2026-06-15T09:00:00Z', '3 h ago'],
  ['2026-06-14T11:00:00Z', 'yesterday'],
  ['2026-06-13T12:00:01Z', '2 days ago'],
  ['2026-06-05T11:00:00Z', '10 days ago'],
  ['2026-03-02T12:00:00Z', 'Mar 2'],
  ['2024-03-02T12:00:00Z', 'Mar 2, 2024'],
  ['2026-06-15T12:10:00Z', 'in 10 min'],
  ['not a time', 'not a time'],
])('%s is expected as "%s"', (at, expected) => {
  expect(relativeTime(at, now)).toBe(expected)
})

test.each([
  ['2026-06-15T10:00:00Z', 'Today'],
  ['2026-06-14T12:00:00Z', 'Yesterday'],
  ['2026-06-11T12:00:00Z', 'Thursday, June 11'],
  ['2025-06-11T12:00:00Z', 'Wednesday, June 11, 2025'],
])('%s was "%s"', (at, expected) => {
  expect(dayName(at, now)).toBe(expected)
})

test.each([
  ['2026-06-15', 'today'],
  ['2026-06-14', 'yesterday'],
  ['2026-06-03', '12 days ago'],
  ['2026-03-02', 'Mar 2'],
  ['2024-03-02', 'Mar 2, 2024'],
  ['2026-06-16', 'Jun 16'],
  ['no day', 'no day'],
])('the day %s was "%s"', (date, expected) => {
  expect(dayAge(date, now)).toBe(expected)
})

test.each([
  [12.4, '12 ms'],
  [4_210, '4.2 s'],
  [999.7, '1.0 s'],
  [59_960, '1 min 0 s'],
  [119_700, '2 min 0 s'],
  [125_000, '2 min 5 s'],
  [3_599_800, '1 h 0 min'],
  [93_600_000, '26 h 0 min'],
])('%d ms is expected as "%s"', (ms, expected) => {
  expect(duration(ms)).toBe(expected)
})
