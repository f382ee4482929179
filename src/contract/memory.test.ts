import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { normaliseContent, normaliseLine, normaliseTags } from './memory-text.ts'
import { memoryOperations } from './operations/memories.ts'

const all = Object.entries(memoryOperations)

describe('the memory operations', () => {
  test.each(all)('%s says in one line what it does', (_, { summary }) => {
    expect(summary).toMatch(/^[A-Z][^\n]+[^.]$/)
  })

  test.each(all)('%s can be described to other programs', (_, { input, output }) => {
    const given = z.toJSONSchema(input, { io: 'input' })
    expect(given).toMatchObject({ type: 'object' })
    expect(z.toJSONSchema(output)).toMatchObject({ type: 'object' })
    for (const [name, field] of Object.entries(given.properties ?? {})) {
      expect(field, name).not.toEqual({})
    }
  })

  test('tell the limits of what they take', () => {
    const { properties } = z.toJSONSchema(memoryOperations.storeMemory.input, { io: 'input' })
    expect(properties).toMatchObject({
      content: { type: 'string', maxLength: 1_400 },
      key: { type: 'string', maxLength: 60 },
      scope: { enum: ['global', 'project', 'session', 'agent'] },
      tags: { type: 'array', items: { type: 'string' } },
      importance: { type: 'number', minimum: 0, maximum: 1 },
      pinned: { type: 'boolean' },
    })
  })
})

describe('texts of a memory', () => {
  test('a key has one spelling, whatever the white space', () => {
    expect(normaliseLine(' deploy\t\n  day ')).toBe('deploy day')
    expect(normaliseLine('Cafe\u0301')).toBe('Café')
  })

  test('tags keep hyphens, are lower-cased, sorted and each there once', () => {
    expect(normaliseTags(['Ci-Cd', '#B', 'two   words', 'b', '', ' - '])).toEqual([
      '-',
      'b',
      'ci-cd',
      'two words',
    ])
  })

  test('content keeps its lines and loses control characters', () => {
    expect(normaliseContent('\ufeff one\r\n\ttwo\u001b[0m\u0000 \n')).toBe('one\n\ttwo[0m')
  })
})

describe('a time', () => {
  const { asOf } = memoryOperations.listMemories.input.shape

  test.each([
    ['2026-01-31', '2026-01-31T23:59:59.999Z'],
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00.5+02:00', '2026-01-31T10:00:00.500Z'],
  ])('%s is %s', (text, time) => {
    expect(asOf.parse(text)).toBe(time)
  })

  test.each(['', 'yesterday', '2026-13-01', '2026-01-31T25:00', '1', '2026'])(
    '"%s" is none',
    (text) => {
      expect(asOf.safeParse(text).success).toBe(false)
    },
  )
})
