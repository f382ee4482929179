import { describeMemoryStore } from '../../../test/conformance/memory-store.ts'
import { createIdSource } from '../ids.ts'
import { createCaptureStore } from './capture-store.ts'
import { Database } from './database.ts'
import { createMemoryStore } from './memory-store.ts'
import { migrate } from './migrate.ts'

describeMemoryStore('SQLite', async (clock) => {
  const database = new Database(':memory:')
  await migrate(database, { backupFolder: '', keepBackups: 1, now: clock.now() })
  const ids = createIdSource(clock)
  return {
    memories: createMemoryStore(database),
    capture: createCaptureStore(database, { clock, ids }),
    ids,
    close: () => database.close(),
  }
})
