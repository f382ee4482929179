import { describe, expect, test } from 'vitest'
import { defaultHalfLives } from '../../contract/vocabulary.ts'
import { dayBounds, freshness, halfLivesPassed, renewedAt } from './days.ts'

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

describe('half life', () => {
  const now = new Date('2026-11-17T12:00:00Z')
  const written = { updatedAt: '2026-07-20T08:00:00.000Z', lastUsedAt: undefined }

  describe('a memory', () => {
    test('loses half of its weight in the half-life of its kind', () => {
      expect(freshness({ kind: 'fact', ...written }, now, defaultHalfLives)).toBe(0.5)
      expect(freshness({ kind: 'fix', ...written }, now, defaultHalfLives)).toBe(0.25)
      expect(halfLivesPassed({ kind: 'fix', ...written }, now, defaultHalfLives)).toBe(2)
    })

    test.each(['preference', 'correction', 'rule'] as const)(
      'that is a %s does not fade',
      (kind) => {
        expect(freshness({ kind, ...written }, now, defaultHalfLives)).toBe(1)
      },
    )

    test('is renewed by use', () => {
      const used = { kind: 'fix', ...written, lastUsedAt: '2026-11-17T08:00:00.000Z' } as const
      expect(freshness(used, now, defaultHalfLives)).toBe(1)
    })

    test('that changed after its last use is as new as the change', () => {
      const lastUsedAt = '2026-01-01T00:00:00.000Z'
      expect(renewedAt({ kind: 'fix', ...written, lastUsedAt })).toBe(written.updatedAt)
    })

    test('written by a clock that was ahead is new', () => {
      const ahead = { kind: 'fix', updatedAt: '2027-01-01T00:00:00.000Z' } as const
      expect(freshness({ ...ahead, lastUsedAt: undefined }, now, defaultHalfLives)).toBe(1)
    })
  })
})
