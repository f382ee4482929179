import { describe, expect, test } from 'vitest'
import { defaultHalfLives, freshness, halfLivesPassed, renewedAt } from './half-life.ts'

const now = new Date('2026-11-17T12:00:00Z')
const written = { updatedAt: '2026-07-20T08:00:00.000Z', lastUsedAt: undefined }

describe('a memory', () => {
  test('loses half of its weight in the half-life of its kind', () => {
    expect(freshness({ kind: 'fact', ...written }, now, defaultHalfLives)).toBe(0.5)
    expect(freshness({ kind: 'fix', ...written }, now, defaultHalfLives)).toBe(0.25)
    expect(halfLivesPassed({ kind: 'fix', ...written }, now, defaultHalfLives)).toBe(2)
  })

  test.each(['preference', 'correction', 'rule'] as const)('that is a %s does not fade', (kind) => {
    expect(freshness({ kind, ...written }, now, defaultHalfLives)).toBe(1)
  })

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
