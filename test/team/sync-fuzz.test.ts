/**
 * Four machines on real SQLite homes sync with a real PostgreSQL while requests and answers are lost or
 * doubled, programs and the database are killed, keys are revoked, backups are restored, clocks are wrong
 * by a year and projects are unshared. `THROUGHLINE_SYNC_RUNS=500` tries more seeds,
 * `THROUGHLINE_SYNC_SEED=7` one of them, `THROUGHLINE_SYNC_SEED=101-200` a portion.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openTeamDatabase,
  type TeamDatabase,
} from '../../src/adapters/postgres/connection/team-database.ts'
import { hasPostgres, useTestDatabase } from '../support/postgres.ts'
import { mutants } from '../support/team/fuzz/mutants.ts'
import { runSync } from '../support/team/fuzz/run.ts'
import { useTestConnection } from '../support/team/owner-connection.ts'

const { THROUGHLINE_SYNC_SEED: seed, THROUGHLINE_SYNC_RUNS: runs = '50' } = process.env
const [first = 1, last = first] = seed ? seed.split('-').map(Number) : [1, Number(runs)]
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index)

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('sync between four machines', () => {
  const url = useTestDatabase()
  let database: TeamDatabase
  beforeAll(async () => {
    database = await openTeamDatabase({ url: url() })
  })
  const owner = useTestConnection(url)
  afterAll(() => database?.close())

  test(`holds all invariants in ${seeds.length} runs`, {
    timeout: seeds.length * 30_000,
  }, async () => {
    for (const each of seeds) {
      expect(await runSync({ database, owner: owner() }, { seed: each })).toEqual([])
    }
  })

  test.each(mutants)('would be found out %s', { timeout: 600_000 }, async (mutant) => {
    for (let each = 1; each <= 100; each += 1) {
      const faults = await runSync({ database, owner: owner() }, { seed: each, mutant })
      if (faults.length > 0) return
    }
    expect.fail('nothing was found in 100 runs')
  })
})
