/** The server ranks what is shared as a machine does that has the same memories. */
import { describe, expect, test } from 'vitest'
import { openSharedMemoryStore } from '../../src/adapters/postgres/shared-recall/shared-memory-store.ts'
import type { SearchReader } from '../../src/core/ports/search-index.ts'
import type { SharedMemoryReader } from '../../src/core/ports/team/team-sync-store.ts'
import { recall } from '../../src/core/recall/recall.ts'
import { openMemories } from '../support/core/memories.ts'
import { hasPostgres } from '../support/postgres.ts'
import { makeTeam, useSyncServer } from '../support/team/sync-server.ts'

const things = ['build', 'deploy', 'login page', 'search index', 'billing job', 'release notes']
const claims = [
  'needs Node 24 because of the parser',
  'fails on Mondays when the cache is cold',
  'waits for the nightly backup',
  'is owned by the platform team',
  'must never run twice',
]
const questions = [
  'why does the build fail on Mondays?',
  'who owns the billing job',
  'node version for the parser',
  'nightly backup',
  'serch index cache',
  'release',
]

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('recall on the server', () => {
  const sync = useSyncServer()

  test.each(questions)('finds the same in the same order for "%s"', async (text) => {
    const team = await makeTeam(sync)
    const puts = things.flatMap((thing, row) =>
      claims.map((claim, column) =>
        team.put({
          content: `The ${thing} ${claim}.`,
          importance: ((row * claims.length + column) % 10) / 10,
          files: column === 0 ? [`src/${thing.replace(' ', '-')}.ts`] : [],
        }),
      ),
    )
    await team.push(team.alice, ...puts)
    const store = openSharedMemoryStore(sync.database)
    const read = <T>(work: (reader: SharedMemoryReader) => Promise<T>) =>
      store.read(team.organisation, team.bob.person.id, work)
    const local = await openMemories()
    const found = await read((shared) => shared.findMany(puts.map(({ id }) => id)))
    const inOrder = puts.flatMap((put) => found.find(({ id }) => id === put.id) ?? [])
    await local.store.transaction(async (tx) => {
      for (const memory of inOrder) await tx.insert(memory)
    })
    const ask = async (index: SearchReader) => {
      const { hits } = await recall({ text, limit: 20 }, { index, clock: local.clock })
      return hits.map(({ id, relevance, explanation }) => ({ id, relevance, explanation }))
    }
    const here = await ask(local.search)
    expect(here.length).toBeGreaterThan(0)
    expect(await read((shared) => ask(shared.search({ personal: false })))).toEqual(here)
  })
})
