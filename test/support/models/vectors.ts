/** Vectors and a search index in a file, because neighbours are searched on a second connection. */
import { Database } from '../../../src/adapters/sqlite/connection/database.ts'
import { createVectorIndex } from '../../../src/adapters/sqlite/search/vector-index.ts'
import type { SearchDocument } from '../../../src/core/model/search-document.ts'
import { createTestClock } from '../core/clock.ts'
import { openMemoryStore } from '../core/memory-store.ts'

export async function openVectors() {
  const clock = createTestClock()
  const store = await openMemoryStore(clock)
  const database = new Database(store.file)
  const vectors = createVectorIndex(database, { file: store.file, clock })
  return {
    ...store,
    clock,
    database,
    vectors,
    search: {
      ...store.search,
      /** Like an index that follows the feed: adds a change for each and advances the cursor. */
      async put(documents: readonly SearchDocument[]) {
        await store.search.put(documents)
        for (const { type, id } of documents) addChange(database, type, id)
      },
    },
    close() {
      vectors.close()
      database.close()
      store.close()
    },
  }
}

/** As the store does when it writes the source of a document. */
export function addChange(database: Database, subject: string, id: string): void {
  database.run(
    "INSERT INTO changes (subject, id, kind, at) VALUES (?, ?, 'updated', 0)",
    subject,
    id,
  )
  database.run(
    'UPDATE change_cursors SET sequence = (SELECT max(sequence) FROM changes) WHERE consumer LIKE ?',
    '%-index',
  )
}
