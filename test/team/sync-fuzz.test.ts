/**
 * Four machines on real SQLite homes sync with a real PostgreSQL while requests and answers are lost or
 * doubled, programs and the database are killed, keys are revoked, backups are restored, clocks are wrong
 * by a year, edits are approved and dropped, and projects are unshared. A long run tries 100 seeds;
 * `THROUGHLINE_SYNC_SEED=7` tries one, `THROUGHLINE_SYNC_SEED=101-600` others.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openTeamDatabase,
  type TeamDatabase,
} from '../../src/adapters/postgres/connection/team-database.ts'
import { isLongRun, sampled } from '../hermetic/long-run.ts'
import { hasPostgres, useTestDatabase } from '../support/postgres.ts'
import { mutants } from '../support/team/fuzz/mutants.ts'
import { compareClocks, runSync } from '../support/team/fuzz/run.ts'
import { useTestConnection } from '../support/team/owner-connection.ts'

const { THROUGHLINE_SYNC_SEED: given = isLongRun ? '1-100' : '1-5' } = process.env
const [first = 1, last = first] = given.split('-').map(Number)
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** The first seed that found each mutant: tried first, as it mostly does again. */
const foundBy = { 'no-tombstones': 4, 'no-marks': 7, 'no-witness': 65, 'no-shadow': 7 }

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('sync between four machines', () => {
  const url = useTestDatabase()
  let database: TeamDatabase
  beforeAll(async () => {
    database = await openTeamDatabase({ url: url() })
  })
  const owner = useTestConnection(url)
  afterAll(() => database?.close())
  /** As an operator would, or a server that runs out of memory. */
  const killDatabase = async () => {
    await owner().query(`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'throughline'`)
  }
  const surroundings = () => ({ database, owner: owner(), killDatabase })

  test.each(seeds)('holds all invariants with seed %i', { timeout: 300_000 }, async (seed) => {
    expect(await runSync(surroundings(), { seed })).toEqual([])
  })

  test.each(seeds.filter((_, index) => index % 10 === 0))(
    'ends the same whatever the clocks of the machines say, with seed %i',
    { timeout: 600_000 },
    async (seed) => {
      expect(await compareClocks(surroundings(), seed)).toEqual([])
    },
  )

  // They test this test, so `npm test` leaves them out.
  test.each(sampled(mutants, 0))(
    'would be found out %s',
    { timeout: 1_800_000 },
    async (mutant) => {
      for (const each of [foundBy[mutant], ...Array(100).keys()]) {
        const faults = await runSync(surroundings(), { seed: each, mutant })
        if (faults.length > 0) return
      }
      expect.fail('nothing was found in 101 runs')
    },
  )
})
