import { expect, test } from 'vitest'
import { findDateSpans, withoutDates, withoutRelativeDates } from './query-dates.ts'

/** A Wednesday. */
const now = new Date('2026-03-18T15:00:00Z')

test.each([
  ['what broke on 2026-02-03?', '2026-02-03', '2026-02-05'],
  ['on 13 October 2025', '2025-10-13', '2025-10-15'],
  ['on October 13th, 2025', '2025-10-13', '2025-10-15'],
  ['in May 2025', '2025-05-01', '2025-06-01'],
  ['in Sept. 2025', '2025-09-01', '2025-10-01'],
  ['in 2024', '2024-01-01', '2025-01-01'],
  ['yesterday', '2026-03-17', '2026-03-18'],
  ['two days ago', '2026-03-16', '2026-03-17'],
  ['last Monday', '2026-03-16', '2026-03-17'],
  ['last Wednesday', '2026-03-11', '2026-03-12'],
])('%s is from %s to %s', (text, from, to) => {
  expect(findDateSpans(text, now)).toEqual([
    { from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z` },
  ])
})

test('weeks and months ago have some slack', () => {
  const [span] = findDateSpans('four weeks ago', now)
  expect(span?.from).toBe('2026-02-16T00:00:00.000Z')
  expect(span?.to).toBe('2026-02-21T00:00:00.000Z')
})

test.each(['may fail', 'version 2024', 'a long time ago', 'march on', '1999 files'])(
  '%s names no time',
  (text) => {
    expect(findDateSpans(text, now)).toEqual([])
  },
)

test('words that count back from now are not search terms', () => {
  expect(withoutRelativeDates('the bug of two weeks ago').trim()).toBe('the bug of')
  expect(withoutRelativeDates('the bug of May 2025')).toBe('the bug of May 2025')
})

test.each([
  ['invoices 2025-10-13', 'invoices'],
  ['invoices on October 13th, 2025?', 'invoices on ?'],
  ['invoices on the 3rd of March in the afternoon', 'invoices in the afternoon'],
  ['what did we decide in March', 'what did we decide'],
  ['retries in 2024 and two weeks ago', 'retries and'],
  ['they march in may-be files of 2 parts', 'they march in may-be files of 2 parts'],
])('%s without its dates is %s', (text, rest) => {
  expect(withoutDates(text).replace(/\s+/g, ' ').trim()).toBe(rest)
})
