/** Vectors beside a search index in a file, since neighbours are looked for on a second connection. */
import { join } from 'node:path'
import { Database } from '../../../src/adapters/sqlite/connection/database.ts'
import { migrate } from '../../../src/adapters/sqlite/connection/migrate.ts'
import { createSearchIndex } from '../../../src/adapters/sqlite/search/search-index.ts'
import { createVectorIndex } from '../../../src/adapters/sqlite/search/vector-index.ts'
import { createTestClock } from '../core/clock.ts'
import { makeTemporaryFolder } from '../homes/temporary-folder.ts'

export async function openVectors() {
  const clock = createTestClock()
  const file = join(makeTemporaryFolder(), 'throughline.db')
  const database = new Database(file)
  await migrate(database, { backupFolder: '', keepBackups: 1, now: clock.now() })
  const vectors = createVectorIndex(database, { file, clock })
  return {
    clock,
    file,
    database,
    vectors,
    search: createSearchIndex(database),
    close() {
      vectors.close()
      database.close()
    },
  }
}
