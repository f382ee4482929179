/** What importing memories of other tools keeps, changes and leaves alone. */
import { expect, test } from 'vitest'
import { importMemories } from '../src/core/import/memories/import-memories.ts'
import type { MemoryImportOptions } from '../src/core/import/memories/import-memory-item.ts'
import { rememberDropped } from '../src/core/memory/dropped-candidates.ts'
import { forgetMemory } from '../src/core/memory/forget-memory.ts'
import { writeMemory } from '../src/core/memory/write-memory.ts'
import type { PurgePosition } from '../src/core/ports/deletion.ts'
import type { SkippedPart } from '../src/core/ports/history-source.ts'
import type { ForeignMemorySource, ImportedMemory } from '../src/core/ports/memory-source.ts'
import { openMemoryImport } from './support/core/memory-import.ts'

type Said = Partial<ImportedMemory> & Pick<ImportedMemory, 'id' | 'content'>

const project = { kind: 'project', cwd: '/home/dev/project' } as const

/** A tool that says what the test lets it say. */
async function openTool(options: { isWhole?: boolean } = {}) {
  const opened = await openMemoryImport()
  let version = 0
  async function say(
    parts: readonly (Said | SkippedPart | Error)[],
    rest: Partial<MemoryImportOptions> = {},
  ) {
    version += 1
    const at = { id: 'store', path: '/tool/store', bytes: 1, memories: parts.length }
    const changedAt = '2026-11-01T00:00:00.000Z'
    const item = { ...at, changedAt, fingerprint: String(version), ...options }
    const source: ForeignMemorySource = {
      ...{ name: 'tool', displayName: 'Tool', unit: 'memory' },
      discover: async () => [item],
      async *read() {
        for (const part of parts) {
          if (part instanceof Error) throw part
          if ('skipped' in part) yield part
          else yield { origin: part.id, kind: 'fact', author: 'other', place: project, ...part }
        }
      },
    }
    const signal = new AbortController().signal
    const found = [{ source, items: [item] }]
    const [result] = await importMemories(found, opened.ports, { signal, ...rest })
    if (!result) throw new Error('no result')
    return result
  }
  const onlyMemory = async () => {
    const [memory, ...others] = await opened.memories()
    if (!memory || others.length > 0) throw new Error(`${others.length} others`)
    return memory
  }
  return { ...opened, say, onlyMemory }
}

const pnpm = { id: '1', content: 'The lockfile is written by pnpm.' }
const bun = { id: '1', content: 'The lockfile is written by bun.' }

test('a memory that changed in its source is changed here, and keeps its former version', async () => {
  const tool = await openTool()
  await tool.say([{ ...pnpm, createdAt: '2026-10-01T00:00:00.000Z' }])
  const { id } = await tool.onlyMemory()
  const changedAt = '2026-10-05T00:00:00.000Z'
  const again = await tool.say([{ ...bun, kind: 'decision', updatedAt: changedAt }])
  expect(again).toMatchObject({ updated: 1, candidates: 0 })
  expect(await tool.onlyMemory()).toMatchObject({ id, content: bun.content, kind: 'decision' })
  expect((await tool.onlyMemory()).updatedAt).toBe(changedAt)
  const [former] = await tool.store.memories.revisions(id)
  expect(former?.memory.content).toBe(pnpm.content)
})

test('a forgotten memory does not come back, even if its source changes', async () => {
  const tool = await openTool()
  await tool.say([pnpm])
  const { id } = await tool.onlyMemory()
  await tool.store.transaction(({ memories }) =>
    forgetMemory(memories, id, '2026-11-17T12:00:00.000Z', { now: true }),
  )
  expect(await tool.say([pnpm])).toMatchObject({ candidates: 0 })
  expect(await tool.say([bun])).toMatchObject({ candidates: 0, settledHere: 1 })
  expect(await tool.memories()).toEqual([])
})

test('a memory that was reworded or confirmed here is left alone', async () => {
  const tool = await openTool()
  await tool.say([pnpm, { id: '2', content: 'Reviews start with the most severe finding.' }])
  const [one, other] = await tool.memories()
  await tool.store.transaction(async ({ memories }) => {
    const at = '2026-11-17T12:00:00.000Z'
    await memories.update(one?.id ?? '', { content: 'Mine.', contentHash: 'aa'.repeat(16) }, at)
    await memories.update(other?.id ?? '', { standing: 'memory', confirmation: 'reviewed' }, at)
  })
  const lines = await tool.lines()
  const again = await tool.say([bun, { id: '2', content: 'Reviews start with praise.' }])
  expect(again).toMatchObject({ updated: 0, settledHere: 2 })
  expect(await tool.lines()).toEqual(lines)
})

test('a memory that ended in its source is forgotten here, and can be restored', async () => {
  const tool = await openTool()
  await tool.say([pnpm])
  const { id } = await tool.onlyMemory()
  expect(await tool.say([{ ...pnpm, isSuperseded: true }])).toMatchObject({ ended: 1 })
  expect(await tool.memories()).toEqual([])
  expect(await tool.store.memories.findForgotten(id)).toMatchObject({ isArchived: true })
})

test('what was over before the first import is not imported', async () => {
  const tool = await openTool()
  const result = await tool.say([{ ...pnpm, validTo: '2026-11-15T00:00:00.000Z' }])
  expect(result).toMatchObject({
    candidates: 0,
    skipped: { 'memory that is no longer valid': 1 },
  })
})

test('an end in the future is part of the text', async () => {
  const tool = await openTool()
  await tool.say([{ ...pnpm, validTo: '2026-12-01T00:00:00.000Z' }])
  expect((await tool.onlyMemory()).content).toBe(`${pnpm.content} (until 2026-12-01)`)
})

test('a memory that replaces another of the same tool supersedes it here', async () => {
  const tool = await openTool()
  await tool.say([pnpm])
  const { id } = await tool.onlyMemory()
  await tool.say([
    { ...bun, id: '2', supersedes: ['1'] },
    { ...pnpm, isSuperseded: true },
  ])
  const successor = (await tool.memories()).find((memory) => memory.id !== id)
  expect(await tool.store.memories.find(id)).toMatchObject({ supersededBy: successor?.id })
})

test('what is gone from a file is forgotten, and what cannot be read to its end is not', async () => {
  const tool = await openTool({ isWhole: true })
  const other = { id: '2', content: 'Reviews start with the most severe finding.' }
  await tool.say([pnpm, other])
  const torn = await tool.say([other, new Error('the disk is gone')])
  expect(torn.failed).toEqual([{ path: '/tool/store', reason: 'the disk is gone' }])
  expect(await tool.memories()).toHaveLength(2)
  expect(await tool.say([other])).toMatchObject({ ended: 1 })
  expect((await tool.onlyMemory()).content).toBe(other.content)
})

test('a known memory keeps its owner, even if its source changes', async () => {
  const tool = await openTool()
  const given = { scope: 'project', scopeId: tool.project.id, content: pnpm.content } as const
  const ports = { ...tool.ports, ...tool.store }
  await writeMemory({ ...given, source: 'manual', trust: 'user' }, ports)
  expect(await tool.say([pnpm])).toMatchObject({ candidates: 0, known: 1 })
  expect(await tool.onlyMemory()).toMatchObject({
    source: 'manual',
    trust: 'user',
    standing: 'memory',
  })
  expect(await tool.say([bun])).toMatchObject({ candidates: 1, updated: 0 })
  expect(await tool.lines()).toEqual([
    `candidate fact project: ${bun.content}`,
    `memory fact project: ${pnpm.content}`,
  ])
})

test('a candidate that a person dropped in review is not imported', async () => {
  const tool = await openTool()
  await tool.store.transaction(({ extractions }) =>
    rememberDropped(extractions, { ...pnpm, source: 'import' }, tool.ports.hash),
  )
  expect(await tool.say([pnpm])).toMatchObject({
    candidates: 0,
    skipped: { 'candidate that you dropped before': 1 },
  })
})

test('secrets are removed; what a program wrote about one is not imported', async () => {
  const tool = await openTool()
  const token = `ghp_${'a1B2'.repeat(9)}`
  const result = await tool.say([
    { id: '1', content: `Releases need the token ${token}.` },
    { id: '2', content: `Deploy with the token ${token}.`, author: 'user' },
    { id: '3', content: token },
  ])
  expect(result.skipped).toEqual({
    'memory with a secret in it': 1,
    'memory that is nothing but a secret': 1,
  })
  const { content } = await tool.onlyMemory()
  expect(content).toMatch(/^Deploy with the token \[redacted/)
})

test('a project is found by the session a memory comes from, before its name', async () => {
  const tool = await openTool()
  const [one, two] = ['one', 'two'].map((owner) => ({
    identity: `github.com/${owner}/app`,
    name: 'app',
    root: undefined,
  }))
  if (!one || !two) throw new Error('unreachable')
  await tool.store.projects.insert(one)
  const { id } = await tool.store.projects.insert(two)
  await tool.store.transaction(async ({ capture }) => {
    await capture.insertSession({
      ...{ id: 'session', host: 'claude-code', hostSessionId: 'session-1', projectId: id },
      ...{ startedAt: '2026-10-01T00:00:00.000Z', cwd: undefined, branch: undefined },
      ...{ transcriptPath: undefined, model: undefined },
    })
  })
  const named = { kind: 'project', name: 'app' } as const
  const parts = [
    { ...pnpm, place: named, session: 'session-1' },
    { ...bun, id: '2', place: named },
  ]
  const result = await tool.say(parts)
  expect(result).toMatchObject({ candidates: 1, unplaced: { app: 1 } })
  expect(await tool.onlyMemory()).toMatchObject({ scopeId: id })
  const chosen = await tool.say(parts, { into: tool.project.id })
  expect(chosen).toMatchObject({ candidates: 1, unplaced: {} })
})

test('a text too long for one memory becomes several', async () => {
  const tool = await openTool()
  const sentence = (at: number) => `Paragraph ${at} says what module ${at} does. `.repeat(12)
  const content = [1, 2, 3, 4].map(sentence).join('\n\n')
  expect(await tool.say([{ id: '1', content }])).toMatchObject({ candidates: 2, failed: [] })
  expect(await tool.say([{ id: '1', content }])).toMatchObject({ candidates: 0, unchanged: 2 })
})

test('a memory from a clock that was ahead begins now', async () => {
  const tool = await openTool()
  await tool.say([{ ...pnpm, createdAt: '2027-01-01T00:00:00.000Z' }])
  expect(await tool.onlyMemory()).toMatchObject({ createdAt: '2026-11-17T12:00:00.000Z' })
})

test('items without a project, or that were too old, are read again', async () => {
  const tool = await openTool()
  const old = { ...pnpm, createdAt: '2026-01-01T00:00:00.000Z' }
  const since = '2026-06-01T00:00:00.000Z'
  expect(await tool.say([old], { since })).toMatchObject({ candidates: 0 })
  expect(await tool.say([old])).toMatchObject({ candidates: 1 })
})

test('an old candidate is kept as long after its import as one that was just heard', async () => {
  const tool = await openTool()
  await tool.say([{ ...pnpm, createdAt: '2025-01-01T00:00:00.000Z' }])
  const candidates = { standing: 'candidate', exceptKinds: [] } as const
  const count = (before: string) =>
    tool.store.deletion.countMemoriesBefore({ ...candidates, before })
  expect(await count('2026-11-17T00:00:00.000Z')).toBe(0)
  expect(await count('2026-11-18T00:00:00.000Z')).toBe(1)
})

test('a text that is removed from everything is gone from where a memory stood in its tool', async () => {
  const tool = await openTool()
  await tool.say([{ ...pnpm, origin: 'entity Rosalind' }])
  const { id } = await tool.onlyMemory()
  let from: PurgePosition | undefined
  do {
    const at = from
    const step = await tool.store.transaction(({ textPurge }) =>
      textPurge.replace('Rosalind', '[removed]', at),
    )
    from = step.next
  } while (from)
  expect(await tool.store.memories.sources(id)).toMatchObject([{ ref: 'Tool: entity [removed]' }])
})
