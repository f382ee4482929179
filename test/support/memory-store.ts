/** The SQLite store in memory: every port on one connection, whose rows a test can look at. */

import { createIdSource } from '../../src/adapters/ids.ts'
import { createCaptureStore } from '../../src/adapters/sqlite/capture-store.ts'
import { Database, type Row } from '../../src/adapters/sqlite/database.ts'
import { createHistoryReader } from '../../src/adapters/sqlite/history-reader.ts'
import { createJobQueue } from '../../src/adapters/sqlite/job-queue.ts'
import { migrate } from '../../src/adapters/sqlite/migrate.ts'
import { createProjectStore } from '../../src/adapters/sqlite/project-store.ts'
import type { Clock } from '../../src/core/ports/clock.ts'

export type MemoryStore = Awaited<ReturnType<typeof openMemoryStore>>

export async function openMemoryStore(clock: Clock) {
  const database = new Database(':memory:')
  await migrate(database, { backupFolder: '', keepBackups: 1, now: clock.now() })
  const ids = createIdSource(clock)
  const tools = { clock, ids }
  return {
    capture: createCaptureStore(database, tools),
    jobs: createJobQueue(database, tools),
    projects: createProjectStore(database, tools),
    history: createHistoryReader(database),
    ids,
    rows: (sql: string, ...values: string[]): Row[] => database.all(sql, ...values),
    exec: (sql: string) => database.exec(sql),
    close: () => database.close(),
  }
}
