/**
 * Databases for tests, on the one PostgreSQL of the run. `THROUGHLINE_TEST_POSTGRES_BINARIES` names
 * the folder of another version's programs.
 */
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { findEmbeddedBinaries, socketUrl } from '../../src/adapters/postgres/embedded/cluster.ts'
import { findServer } from '../hermetic/postgres-server.ts'
import { recordSkipReason } from '../hermetic/skip-reasons.ts'

/** False where there is no PostgreSQL, with the reason in the summary of the run. */
export function hasPostgres(): boolean {
  if (binaries()) return true
  recordSkipReason(`no embedded PostgreSQL for ${process.platform}-${process.arch}`)
  return false
}

/** For a `describe`: one empty database for its tests. @returns its URL, as the owner, once they run */
export function useTestDatabase(): () => string {
  let made: TestDatabase | undefined
  beforeAll(async () => {
    made = await makeTestDatabase()
  })
  afterAll(() => made?.drop())
  return () => made?.url ?? ''
}

interface TestDatabase {
  /** As the owner. */
  readonly url: string
  drop(): Promise<void>
}

/** An empty database. */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const found = binaries()
  if (!found) throw new Error('this test needs PostgreSQL: ask `hasPostgres` first')
  const folder = await findServer(found)
  const name = `t_${process.pid}_${Math.random().toString(36).slice(2)}`
  await administer(folder, `CREATE DATABASE ${name}`)
  return {
    url: socketUrl(folder, name),
    drop: () => administer(folder, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

function binaries(): string | undefined {
  return process.env.THROUGHLINE_TEST_POSTGRES_BINARIES ?? findEmbeddedBinaries()
}

async function administer(folder: string, sql: string): Promise<void> {
  const client = new pg.Client(socketUrl(folder, 'postgres'))
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
