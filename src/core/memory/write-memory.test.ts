import { beforeEach, describe, expect, test } from 'vitest'
import { type Memories, openMemories } from '../../../test/support/core/memories.ts'
import { secretSamples, seededRandom } from '../../../test/support/homes/secret-samples.ts'
import { kindAliases, memoryKinds, parseKind } from '../../contract/vocabulary.ts'
import { writeMemory } from './write-memory.ts'

let memories: Memories
beforeEach(async () => {
  memories = await openMemories()
})

const total = () => memories.total()

describe('a new memory', () => {
  test('is created with the given fields and defaults for the rest', async () => {
    const { outcome, memory } = await memories.write({ content: '  Use pnpm.  ' })
    expect(outcome).toBe('created')
    expect(memory).toMatchObject({
      scope: 'global',
      scopeId: '',
      key: undefined,
      kind: 'fact',
      content: 'Use pnpm.',
      tags: [],
      keywords: [],
      importance: 0.5,
      source: 'manual',
      trust: 'user',
      pinned: false,
      validFrom: '2026-01-02T03:04:06.000Z',
      validTo: undefined,
      useCount: 0,
      files: [],
      version: 1,
      createdAt: '2026-01-02T03:04:06.000Z',
      updatedAt: '2026-01-02T03:04:06.000Z',
    })
    expect(await memories.store.find(memory.id)).toEqual(memory)
    expect(await memories.store.sources(memory.id)).toEqual([{ type: 'manual', ref: '' }])
  })

  test('keeps every field that was given, in order and once', async () => {
    const { memory } = await memories.write({
      content: 'Deploy on Mondays',
      key: '  deploy   day ',
      kind: 'decision',
      tags: ['Ci-Cd', 'two  words', 'ci-cd', '#ops', ' '],
      keywords: ['Release', ' ship it ', 'Release'],
      importance: 0,
      pinned: true,
      files: ['src/b.ts', 'src/a.ts', 'src/b.ts'],
      commit: 'abcdef0',
      trust: 'agent',
      validFrom: '2024-01-01T00:00:00.000Z',
      sources: [{ type: 'turn', ref: 't1' }],
    })
    expect(memory).toMatchObject({
      key: 'deploy day',
      kind: 'decision',
      tags: ['ci-cd', 'ops', 'two words'],
      keywords: ['Release', 'ship it'],
      importance: 0,
      pinned: true,
      files: ['src/b.ts', 'src/a.ts'],
      commit: 'abcdef0',
      trust: 'agent',
      validFrom: '2024-01-01T00:00:00.000Z',
    })
    expect(await memories.store.sources(memory.id)).toEqual([{ type: 'turn', ref: 't1' }])
  })

  test.each([
    [-1, 0],
    [7, 1],
    [Number.NaN, 0.5],
    [0.3, 0.3],
  ])(
    'of an automatic source has importance %d brought to %d, and is tagged',
    async (given, kept) => {
      const { memory } = await memories.write({
        content: 'x y z',
        importance: given,
        source: 'heuristic',
        tags: ['b'],
      })
      expect(memory).toMatchObject({ importance: kept, tags: ['auto', 'b'] })
    },
  )

  test.each([-0.1, 1.5, Number.NaN])('of a person is refused with importance %d', async (given) => {
    await expect(memories.write({ content: 'x', importance: given })).rejects.toMatchObject({
      code: 'invalid-input',
      message: `importance ${given} is not between 0 and 1`,
    })
    expect(await total()).toBe(0)
  })

  test('may have 1,400 characters and no more', async () => {
    const { memory } = await memories.write({ content: '🚀'.repeat(1_400) })
    expect([...memory.content]).toHaveLength(1_400)
    await expect(memories.write({ content: 'x'.repeat(1_401) })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'content: 1401 characters are too many; at most 1400 are allowed',
    })
    await expect(memories.write({ content: ' \n ' })).rejects.toThrow('it is empty')
    await expect(memories.write({ content: 'x', key: 'k'.repeat(61) })).rejects.toThrow(
      'key: 61 characters are too many',
    )
  })

  test('loses control characters', async () => {
    const { memory } = await memories.write({ content: 'a\u0000b\u001b[31mc\r\nd\u0007\ud800' })
    expect(memory.content).toBe('ab[31mc\nd\ufffd')
  })
})

describe('secrets', () => {
  test('of every kind are kept in no field of any table', async () => {
    const random = seededRandom(7)
    for (const { make } of secretSamples) {
      const { text, secret } = make(random)
      const said = await memories.write({
        content: `Remember ${text} for later`,
        tags: [text.slice(0, 60)],
        keywords: [text],
        files: [text],
        sources: [{ type: 'file', ref: text }],
      })
      await memories.write({ content: `changed: ${text}`, supersedes: said.memory.id })
      await memories.store.transaction((tx) =>
        tx.forget(said.memory.id, said.memory.createdAt, { archive: true }),
      )
      const kept = JSON.stringify(memories.everything())
      expect(kept, text).not.toContain(JSON.stringify(secret).slice(1, -1))
      expect(kept.toLowerCase(), text).not.toContain(secret.toLowerCase())
    }
  })

  test.each([
    ['<private>mine</private>', undefined],
    ['hunter2', 'db password'],
  ])('a memory that is nothing but "%s" is refused', async (content, key) => {
    await expect(memories.write({ content, key })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'content: all of it is secret or private',
    })
    expect(await total()).toBe(0)
  })
})

test('a stored memory has only its own members, whatever the input carries', async () => {
  const given = { content: 'one', scope: 'global', scopeId: '', source: 'import', trust: 'user' }
  const input = { ...given, folder: '/w/a' } as const
  const { memory } = await writeMemory(input as Parameters<typeof writeMemory>[0], memories.ports)
  expect(Object.keys(memory)).not.toContain('folder')
})

describe('kinds', () => {
  test.each<[string, string]>([
    ...memoryKinds.map((kind): [string, string] => [kind, kind]),
    ...Object.entries(kindAliases),
    [' Preference ', 'preference'],
    ['FEEDBACK', 'correction'],
  ])('%s is %s', (text, kind) => {
    expect(parseKind(text)).toBe(kind)
  })

  test.each(['', 'note', 'constructor', 'toString'])('"%s" is none', (text) => {
    expect(parseKind(text)).toBeUndefined()
  })
})
