/** Memories as moves, imports and edits leave them, and their consolidation. */
import { onTestFinished } from 'vitest'
import {
  type ConsolidationPorts,
  consolidate,
} from '../../../src/core/consolidation/consolidate.ts'
import { undoConsolidation } from '../../../src/core/consolidation/undo-consolidation.ts'
import { hashContent } from '../../../src/core/memory/new-memory.ts'
import type { Memory, MemorySource } from '../../../src/core/model/memory.ts'
import type { MemoryChange } from '../../../src/core/ports/memory-store.ts'
import { createSamples, sampleMemory } from '../../conformance/samples.ts'
import { sha256 } from './capture.ts'
import { createTestClock } from './clock.ts'
import { openMemoryStore } from './memory-store.ts'

export type Given = Partial<Memory> & { readonly content: string }

export async function openConsolidation() {
  const clock = createTestClock()
  const stores = await openMemoryStore(clock)
  onTestFinished(() => stores.close())
  const { memories, ids } = stores
  const samples = createSamples(stores)
  const ports: ConsolidationPorts = { ...stores, clock, hash: sha256 }
  const page = { limit: 1_000, offset: 0 }
  return {
    ...stores,
    clock,
    ports,
    /** Written without merging, a second after the last. */
    async put(given: Given, sources: readonly MemorySource[] = []): Promise<Memory> {
      clock.advance(1_000)
      const at = clock.now().toISOString()
      const times = { validFrom: at, createdAt: at, updatedAt: at }
      const contentHash = hashContent(given.content, sha256)
      const memory = sampleMemory(ids.next(), { ...times, contentHash, ...given })
      await stores.transaction(async ({ memories: tx }) => {
        await tx.insert(memory)
        await tx.addSources(memory.id, sources)
      })
      return memory
    },
    async change(id: string, change: MemoryChange) {
      clock.advance(1_000)
      return stores.transaction(({ memories: tx }) =>
        tx.update(id, change, clock.now().toISOString()),
      )
    },
    async addProject(name: string): Promise<string> {
      return (await stores.projects.insert({ identity: name, name, root: undefined })).id
    },
    /** A session that begins now, with one turn. */
    async addSession(projectId: string | undefined) {
      clock.advance(1_000)
      const startedAt = clock.now().toISOString()
      const { id } = await samples.addSession({ projectId, hostSessionId: ids.next(), startedAt })
      return { id, turn: { type: 'turn', ref: (await samples.addTurn(id)).id } as const }
    },
    async consolidate(projectId = 'all', options: { dryRun?: boolean } = {}) {
      clock.advance(1_000)
      return consolidate(projectId, ports, options)
    },
    async undo(which: Parameters<typeof undoConsolidation>[0] = {}) {
      clock.advance(1_000)
      return undoConsolidation(which, ports)
    },
    async valid(): Promise<Memory[]> {
      return (await memories.list({ addresses: 'all' }, page)).memories
    },
  }
}
