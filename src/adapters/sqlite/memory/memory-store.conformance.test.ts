import { describeMemoryStore } from '../../../../test/conformance/memory-store.ts'
import { createIdSource } from '../../ids.ts'
import { Database } from '../connection/database.ts'
import { migrate } from '../connection/migrate.ts'
import { createCaptureStore } from '../history/capture-store.ts'
import { createMemoryStore } from './memory-store.ts'

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
