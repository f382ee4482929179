/** Memories as in production, on a database in memory whose rows a test can look at. */
import { onTestFinished } from 'vitest'
import { createIdSource } from '../../../src/adapters/ids.ts'
import { createRedactor } from '../../../src/adapters/redaction/redactor.ts'
import { Database, type Row } from '../../../src/adapters/sqlite/connection/database.ts'
import { migrate } from '../../../src/adapters/sqlite/connection/migrate.ts'
import {
  createMemoryStore,
  type MemoryHooks,
} from '../../../src/adapters/sqlite/memory/memory-store.ts'
import { portsOn } from '../../../src/adapters/sqlite/store.ts'
import type { NewMemory } from '../../../src/core/memory/new-memory.ts'
import { type WritePorts, writeMemory } from '../../../src/core/memory/write-memory.ts'
import { sha256 } from './capture.ts'
import { createTestClock } from './clock.ts'

export type Memories = Awaited<ReturnType<typeof openMemories>>

export const memoryTables = [
  'memories',
  'memory_sources',
  'memory_links',
  'memory_revisions',
  'memory_archive',
  'memory_tombstones',
]

/** @param hooks in place of those that keep the search index */
export async function openMemories(hooks?: MemoryHooks) {
  const clock = createTestClock()
  const database = new Database(':memory:')
  onTestFinished(() => database.close())
  await migrate(database, { backupFolder: '', keepBackups: 1, now: clock.now() })
  const ids = createIdSource(clock)
  const { memories, search } = portsOn(database, clock, ids)
  const store = hooks ? createMemoryStore(database, hooks) : memories
  const ports: WritePorts = { store, search, ids, clock, redactor: createRedactor(), hash: sha256 }
  const rows = (sql: string, ...values: string[]): Row[] => database.all(sql, ...values)
  return {
    clock,
    store,
    search,
    ids,
    ports,
    rows,
    /** A second after the write before. */
    write(given: Partial<NewMemory> & { content: string }) {
      clock.advance(1_000)
      return writeMemory(
        { scope: 'global', scopeId: '', source: 'manual', trust: 'user', ...given },
        ports,
      )
    },
    /** How many memories there are, wherever they belong. */
    total: async () => (await store.list({ addresses: 'all' }, { limit: 1, offset: 0 })).total,
    /** All that is kept of memories, as one text. */
    everything: () =>
      JSON.stringify(
        memoryTables.map((table) => rows(`SELECT * FROM ${table}`)),
        (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value),
      ),
  }
}
