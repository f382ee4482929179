/** Imports memories of other tools into an empty store. */
import { onTestFinished } from 'vitest'
import { createMemorySources } from '../../../src/adapters/memory-sources/sources.ts'
import { createRedactor } from '../../../src/adapters/redaction/redactor.ts'
import { findImportable } from '../../../src/core/import/find-importable.ts'
import {
  importMemories,
  type MemoryImportResult,
} from '../../../src/core/import/memories/import-memories.ts'
import type { MemoryImportOptions } from '../../../src/core/import/memories/import-memory-item.ts'
import type { MemoryImportPorts } from '../../../src/core/import/memories/place-memory.ts'
import type { Memory } from '../../../src/core/model/memory.ts'
import type { HistoryPlace } from '../../../src/core/ports/history-source.ts'
import { sha256 } from './capture.ts'
import { createTestClock } from './clock.ts'
import { openMemoryStore } from './memory-store.ts'

export type ImportPlace = Partial<HistoryPlace>

/** Every folder that a tool recorded belongs to one project. */
export async function openMemoryImport() {
  const clock = createTestClock('2026-11-17T12:00:00.000Z')
  const store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
  const project = await store.projects.insert({
    identity: 'github.com/example/project',
    name: 'project',
    root: '/home/dev/project',
  })
  const ports: MemoryImportPorts = {
    store,
    redactor: createRedactor(),
    hash: sha256,
    ids: store.ids,
    clock,
    version: '1.0.0',
    // The fixtures lie in a repository.
    repositoryOf: async () => undefined,
    placeOf: async () => ({
      kind: 'enabled',
      projectId: project.id,
      root: '/home/dev/project',
    }),
  }
  const tools = {
    store,
    project,
    ports,
    clock,
    async import(
      source: string,
      place: ImportPlace,
      options: Partial<MemoryImportOptions> = {},
    ): Promise<MemoryImportResult> {
      const { userHome = '/nowhere', env = {}, folders = [], path } = place
      const surroundings = { userHome, env, folders }
      const wish = { sources: [source], path }
      const found = await findImportable(createMemorySources(), surroundings, wish)
      const signal = new AbortController().signal
      const [result] = await importMemories(found, ports, { signal, ...options })
      if (!result) throw new Error(`nothing of ${source} was found`)
      return result
    },
    async memories(): Promise<Memory[]> {
      const everything = { addresses: 'all', includeSuperseded: true } as const
      return (await store.memories.list(everything, { limit: 500, offset: 0 })).memories
    },
    /** `candidate decision in project: text`, sorted. */
    async lines(): Promise<string[]> {
      const all = await tools.memories()
      return all
        .map(({ standing, kind, scope, content }) => `${standing} ${kind} ${scope}: ${content}`)
        .sort()
    },
  }
  return tools
}
