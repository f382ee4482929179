/** Every memory tool in the fixtures, imported into an empty store. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type ImportPlace, openMemoryImport } from './support/core/memory-import.ts'

const fixtures = fileURLToPath(new URL('./fixtures/import/', import.meta.url))
const home = (name: string) => ({ userHome: join(fixtures, name, 'home') })
const file = (name: string) => ({ path: join(fixtures, name) })

const tools: readonly [string, string, ImportPlace, readonly string[]][] = [
  [
    'claude-mem',
    'its database',
    home('memory-tools/claude-mem'),
    [
      'candidate decision project: We use pnpm because the lockfile is pnpm-lock.yaml.\n- npm install is forbidden',
      'candidate fix project: Parser handles quoted commas: Splitting on commas broke quoted fields.\n- src/parser/index.js split on commas',
      'memory fact project: Test command: Run the tests with pnpm test.',
    ],
  ],
  [
    'claude-mem',
    'an export',
    file('by-schema/memory-tools/claude-mem/export.json'),
    ['candidate decision project: We use pnpm because the lockfile is pnpm-lock.yaml.'],
  ],
]

describe.each(tools)('%s, %s', (source, _, place, expected) => {
  test('becomes memories of the right kind and standing, once', async () => {
    const into = await openMemoryImport()
    const first = await into.import(source, place)
    expect(await into.lines()).toEqual(expected.toSorted())
    expect(first.failed).toEqual([])
    const again = await into.import(source, place)
    expect(again).toMatchObject({ memories: 0, candidates: 0, updated: 0, ended: 0, failed: [] })
    expect(await into.lines()).toEqual(expected.toSorted())
  })

  test('is read and never changed', async () => {
    const folder = place.path ?? place.userHome ?? place.folders?.[0] ?? ''
    const before = stateOf(folder)
    await (await openMemoryImport()).import(source, place)
    expect(stateOf(folder)).toEqual(before)
  })

  test('keeps where it comes from, and when', async () => {
    const into = await openMemoryImport()
    await into.import(source, place)
    for (const { id, source: made, createdAt, trust, standing } of await into.memories()) {
      const sources = await into.store.memories.sources(id)
      expect(sources[0]).toMatchObject({ type: 'import' })
      expect(made).toBe('import')
      expect(createdAt < '2026-11-17T12:00:00.000Z').toBe(true)
      expect(trust).toBe(standing === 'memory' ? 'user' : 'tool')
    }
  })
})

/** Names, times and bytes of all files. */
function stateOf(path: string): string[] {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return [`${path} ${mtimeMs} ${readFileSync(path, 'base64')}`]
  return [`${path} ${mtimeMs}`, ...readdirSync(path).flatMap((name) => stateOf(join(path, name)))]
}
