/** The runs of the sync fuzz test on a PostgreSQL that crashes in the middle of transactions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openTeamDatabase,
  type TeamDatabase,
} from '../../src/adapters/postgres/connection/team-database.ts'
import { sampled } from '../hermetic/long-run.ts'
import { hasPostgres } from '../support/postgres.ts'
import { startCrashingCluster } from '../support/team/crashing-cluster.ts'
import { runSync } from '../support/team/fuzz/run.ts'

const seeds = sampled([1, 2, 3, 4, 5], 1)

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('sync while PostgreSQL crashes and starts again', () => {
  let cluster: Awaited<ReturnType<typeof startCrashingCluster>>
  let database: TeamDatabase
  let crashes = 0
  beforeAll(async () => {
    cluster = await startCrashingCluster()
    database = await openTeamDatabase({ url: cluster.url })
  }, 120_000)
  afterAll(async () => {
    await database?.close()
    await cluster?.stop()
  })

  const killDatabase = async () => {
    crashes += 1
    await cluster.crash()
  }

  test(`holds all invariants in ${seeds.length} runs`, { timeout: 600_000 }, async () => {
    const { owner } = cluster
    const faults: string[][] = []
    for (const seed of seeds)
      faults.push(await runSync({ database, owner, killDatabase }, { seed }))
    expect(faults.filter(({ length }) => length > 0)).toEqual([])
    expect(crashes).toBeGreaterThan(0)
  })
})
