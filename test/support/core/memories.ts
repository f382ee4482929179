/** Memories as in production, on a store whose rows a test can read. */
import { onTestFinished } from 'vitest'
import { createRedactor } from '../../../src/adapters/redaction/redactor.ts'
import type { NewMemory } from '../../../src/core/memory/new-memory.ts'
import { type WritePorts, writeMemory } from '../../../src/core/memory/write-memory.ts'
import type { MemoryStore } from '../../../src/core/ports/memory-store.ts'
import { sha256 } from './capture.ts'
import { createTestClock } from './clock.ts'
import { openMemoryStore } from './memory-store.ts'

export type Memories = Awaited<ReturnType<typeof openMemories>>

export const memoryTables = [
  'memories',
  'memory_sources',
  'memory_links',
  'memory_revisions',
  'memory_archive',
  'memory_tombstones',
]

export async function openMemories() {
  const clock = createTestClock()
  const opened = await openMemoryStore(clock)
  onTestFinished(() => opened.close())
  const { memories, transaction, search, ids, rows } = opened
  const ports: WritePorts = { ...opened, clock, redactor: createRedactor(), hash: sha256 }
  const store = {
    ...memories,
    transaction: <T>(work: (tx: MemoryStore) => Promise<T>) =>
      transaction((tx) => work(tx.memories)),
  }
  return {
    ...opened,
    clock,
    store,
    search,
    ids,
    ports,
    rows,
    /** A second after the last write. */
    write(given: Partial<NewMemory> & { content: string }) {
      clock.advance(1_000)
      return writeMemory(
        { scope: 'global', scopeId: '', source: 'manual', trust: 'user', ...given },
        ports,
      )
    },
    /** The number of memories in all scopes. */
    total: async () => (await store.list({ addresses: 'all' }, { limit: 1, offset: 0 })).total,
    /** Everything stored about memories, as one text. */
    everything: () =>
      JSON.stringify(
        memoryTables.map((table) => rows(`SELECT * FROM ${table}`)),
        (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value),
      ),
  }
}
