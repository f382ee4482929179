/** The SQLite store in memory: every port on one connection, whose rows a test can look at. */
import { createIdSource } from '../../../src/adapters/ids.ts'
import { Database, type Row } from '../../../src/adapters/sqlite/connection/database.ts'
import { migrate } from '../../../src/adapters/sqlite/connection/migrate.ts'
import { portsOn, type StoreOptions } from '../../../src/adapters/sqlite/store.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'

export type MemoryStore = Awaited<ReturnType<typeof openMemoryStore>>

export async function openMemoryStore(
  clock: Clock,
  options: Pick<StoreOptions, 'onMemoriesWritten'> = {},
) {
  const database = new Database(':memory:')
  await migrate(database, { backupFolder: '', keepBackups: 1, now: clock.now() })
  return {
    ...portsOn(database, clock, createIdSource(clock), options),
    rows: (sql: string, ...values: string[]): Row[] => database.all(sql, ...values),
    exec: (sql: string) => database.exec(sql),
  }
}
