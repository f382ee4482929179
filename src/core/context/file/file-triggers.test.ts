import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '../../../../test/support/core/clock.ts'
import { memoryOf } from '../../../../test/support/core/context.ts'
import { type MemoryStore, openMemoryStore } from '../../../../test/support/core/memory-store.ts'
import type { Memory } from '../../model/memory.ts'
import { createTriggers } from '../triggers.ts'
import { closeness, filesNamedBy } from './file-triggers.ts'

const { signal } = new AbortController()
let store: MemoryStore
let written: (readonly string[])[]
let catchUp: () => Promise<void>

beforeEach(async () => {
  store = await openMemoryStore(createTestClock())
  onTestFinished(() => store.close())
  written = []
  const triggers = createTriggers({
    ...store,
    write: ({ files }) => void written.push(files),
    writeGuards: () => undefined,
  })
  catchUp = () => triggers.catchUp(signal)
})

const keep = (...memories: Partial<Memory>[]) =>
  store.transaction(async ({ memories: tx }) => {
    for (const memory of memories) {
      const content = memory.content ?? `A trap, number ${memory.id}.`
      await tx.insert(memoryOf({ ...memory, content, scope: 'global', id: memory.id ?? 'a' }))
    }
  })

test('lists the files of memories, sorted, and follows what changes', async () => {
  await keep({ id: 'a', files: ['src/b.ts'] }, { id: 'b', content: 'Mind src/a.ts.' }, { id: 'c' })
  await catchUp()
  await keep({ id: 'd', files: ['src/c.ts'] })
  await catchUp()
  await store.transaction(({ memories: tx }) =>
    tx.forget('a', '2026-03-01T00:00:00.000Z', { archive: false }),
  )
  await catchUp()
  expect(written).toEqual([
    ['src/a.ts', 'src/b.ts'],
    ['src/a.ts', 'src/b.ts', 'src/c.ts'],
    ['src/a.ts', 'src/c.ts'],
  ])
})

test('writes nothing while nothing changes', async () => {
  await keep({ id: 'a', files: ['src/b.ts'] })
  await catchUp()
  await catchUp()
  await keep({ id: 'b', content: 'Prefers tabs.' })
  await catchUp()
  expect(written).toHaveLength(1)
})

test('leaves out candidates, foreign text and outdated memories', async () => {
  await keep(
    { id: 'a', files: ['src/a.ts'], standing: 'candidate' },
    { id: 'b', files: ['src/b.ts'], trust: 'tool' },
    { id: 'c', files: ['src/c.ts'], validTo: '2026-02-20T00:00:00.000Z' },
  )
  await catchUp()
  expect(written.flat()).toEqual([])
})

test('spells a path as payloads do', async () => {
  const files = ['src/a"b\\n.ts', 'src/größe.ts', 'cart.ts', 'Makefile', 'bin/release', 'docs/']
  await keep({ id: 'a', files })
  await catchUp()
  expect(written.flat()).toEqual([
    ' Makefile"',
    ' cart.ts',
    ' docs"',
    '"Makefile"',
    '"cart.ts',
    '"docs"',
    '/Makefile"',
    '/cart.ts',
    '/docs"',
    'bin/release"',
    'src/a\\"b/n.ts',
    'src/gr\\u00f6\\u00dfe.ts',
    'src/größe.ts',
  ])
})

test('a list has at most 2,000 texts, those of the last memories', async () => {
  const files = (from: number) => Array.from({ length: 20 }, (_, at) => `src/file-${from + at}.ts`)
  const memories = Array.from({ length: 110 }, (_, at) => ({
    id: `id-${at}`,
    files: files(at * 20),
    updatedAt: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
  }))
  await keep(...memories)
  await catchUp()
  expect(written[0]).toHaveLength(2_000)
  expect(written[0]).toContain('src/file-2199.ts')
  expect(written[0]).not.toContain('src/file-1.ts')
})

describe('named files', () => {
  const named = (content: string, files: readonly string[] = []) =>
    filesNamedBy({ content, files }).map(({ path }) => path)

  describe('filesNamedBy', () => {
    test.each([
      ['Never call save twice in src/cart/store.ts, it loses rows.', ['src/cart/store.ts']],
      ['`cart_store.py` must stay importable without Django.', ['cart_store.py']],
      ['See ./scripts/release.sh.', ['scripts/release.sh']],
      ['Größe steht in src/größe.ts (nicht src/mass.ts)', ['src/größe.ts', 'src/mass.ts']],
      ['Node.js 22 and Next.js are required, e.g. version 1.2.3.', []],
      ['Read the README.md and index.ts first.', []],
      ['Ignore settings.local.json and config.dev.yaml.', []],
      ['Docs are at https://example.com/guide/setup.md only.', []],
      ['All entries belong in .gitignore and `.golangci.yaml`.', ['.gitignore', '.golangci.yaml']],
      [
        'Keys are in shop/.env.local, see .claude/settings.json',
        ['shop/.env.local', '.claude/settings.json'],
      ],
      ['Works with .NET and .gitignored files, like a.gitignore.', []],
      ['Do it and/or read/write it either way.', []],
    ])('%s', (content, expected) => {
      expect(named(content)).toEqual(expected)
    })

    test('takes anchors as they are, whatever characters they have', () => {
      expect(named('A trap.', ['src/my file.ts', './a"b.ts', 'docs\\x.md', 'x'])).toEqual([
        'src/my file.ts',
        'a"b.ts',
        'docs/x.md',
      ])
    })
  })

  test.each([
    [{ path: 'src/cart.ts', isAnchor: true }, 'src/cart.ts', 3],
    [{ path: 'src/cart.ts', isAnchor: false }, 'src/cart.ts', 2],
    [{ path: 'src/cart.ts', isAnchor: true }, 'packages/shop/src/cart.ts', 1],
    [{ path: 'cart.ts', isAnchor: false }, 'src/cart.ts', 1],
    [{ path: 'README.md', isAnchor: true }, 'README.md', 3],
    [{ path: 'README.md', isAnchor: true }, 'docs/README.md', 0],
    [{ path: 'cart.ts', isAnchor: false }, 'src/shopping-cart.ts', 0],
    [{ path: '.gitignore', isAnchor: false }, '.gitignore', 2],
    [{ path: '.gitignore', isAnchor: false }, 'web/.gitignore', 0],
  ])('%j is about %s: %d', (file, touched, expected) => {
    expect(closeness(file, touched)).toBe(expected)
  })
})
