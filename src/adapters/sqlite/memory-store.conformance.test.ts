import { describeMemoryStore } from '../../../test/conformance/memory-store.ts'
import { createIdSource } from '../ids.ts'
import { Database } from './database.ts'
import { createMemoryStore } from './memory-store.ts'
import { migrate } from './migrate.ts'

describeMemoryStore('SQLite', async (clock) => {
  const database = new Database(':memory:')
  await migrate(database, { backupFolder: '', keepBackups: 1, now: clock.now() })
  return {
    memories: createMemoryStore(database),
    ids: createIdSource(clock),
    close: () => database.close(),
  }
})
