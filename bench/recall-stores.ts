/** Fresh, empty indexes for the recall benchmark, on SQLite or on a PostgreSQL started for the run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOrganisation } from '../src/adapters/postgres/connection/organisations.ts'
import { openTeamDatabase } from '../src/adapters/postgres/connection/team-database.ts'
import { findEmbeddedBinaries } from '../src/adapters/postgres/embedded/binaries.ts'
import { startCluster } from '../src/adapters/postgres/embedded/cluster.ts'
import { openTeamStore } from '../src/adapters/postgres/team-store.ts'
import type { SearchIndex } from '../src/core/ports/search-index.ts'
import { openMemoryStore } from '../test/support/core/memory-store.ts'

export const recallStores = ['sqlite', 'postgres'] as const
export type RecallStore = (typeof recallStores)[number]

export interface EmptyIndexes {
  open(): Promise<{ readonly search: SearchIndex; close(): void }>
  close(): Promise<void>
}

const clock = { now: () => new Date() }

export function openIndexes(store: RecallStore): EmptyIndexes | Promise<EmptyIndexes> {
  if (store === 'postgres') return openPostgres()
  return { open: () => openMemoryStore(clock), close: async () => undefined }
}

/** Each index belongs to an organisation of its own, among all the others. */
async function openPostgres(): Promise<EmptyIndexes> {
  const binaries = findEmbeddedBinaries()
  if (!binaries) throw new Error(`there is no PostgreSQL for ${process.platform}-${process.arch}`)
  const folder = mkdtempSync(join(tmpdir(), 'tl-bench-'))
  const cluster = await startCluster({ binaries, folder, durable: false })
  const database = await openTeamDatabase({ url: cluster.url('postgres') })
  return {
    async open() {
      const organisation = await createOrganisation(database, 'bench')
      const { search } = openTeamStore({ database, organisation, clock })
      return { search, close: () => undefined }
    },
    async close() {
      await database.close()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
