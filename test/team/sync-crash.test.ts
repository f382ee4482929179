/** The runs of the sync fuzz test on a PostgreSQL that crashes in the middle of transactions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openTeamDatabase,
  type TeamDatabase,
} from '../../src/adapters/postgres/connection/team-database.ts'
import { isLongRun } from '../hermetic/long-run.ts'
import { hasPostgres } from '../support/postgres.ts'
import { startCrashingCluster } from '../support/team/crashing-cluster.ts'
import { runSync } from '../support/team/fuzz/run.ts'

/** More until one of them crashed the server. */
const runs = isLongRun ? 5 : 1
const mostRuns = 10

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

  test('holds all invariants', { timeout: 600_000 }, async () => {
    const { owner } = cluster
    const faults: string[][] = []
    for (let seed = 1; seed <= runs || (crashes === 0 && seed <= mostRuns); seed++)
      faults.push(await runSync({ database, owner, killDatabase }, { seed }))
    expect(faults.filter(({ length }) => length > 0)).toEqual([])
    expect(crashes).toBeGreaterThan(0)
  })
})
