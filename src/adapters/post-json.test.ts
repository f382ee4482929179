import { expect, test } from 'vitest'
import { readRetryAfter } from './post-json.ts'

const now = Date.parse('2026-01-02T03:04:05Z')

test.each([
  ['in seconds', { 'retry-after': '7' }, 7_000],
  ['in milliseconds, which is more exact', { 'retry-after-ms': '250', 'retry-after': '1' }, 250],
  ['as a date', { 'retry-after': 'Fri, 02 Jan 2026 03:04:35 GMT' }, 30_000],
  ['as a date gone by', { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }, 0],
  ['not at all', {}, undefined],
  ['in words', { 'retry-after': 'soon' }, undefined],
  ['as a negative number', { 'retry-after-ms': '-5' }, undefined],
])('a wait is told %s', (_, headers, expected) => {
  expect(readRetryAfter(new Headers(headers as Record<string, string>), now)).toBe(expected)
})
