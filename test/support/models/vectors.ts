/** Vectors and a search index in a file, because neighbours are searched on a second connection. */
import { onTestFinished } from 'vitest'
import { Database } from '../../../src/adapters/sqlite/connection/database.ts'
import { createVectorIndex } from '../../../src/adapters/sqlite/search/vector-index.ts'
import { readMeanings } from '../../../src/core/embedding/compare-memories.ts'
import { embedPending } from '../../../src/core/embedding/embed-pending.ts'
import { catchUpIndex } from '../../../src/core/indexing/index-changes.ts'
import type { SearchDocument } from '../../../src/core/model/search-document.ts'
import type { Embedder } from '../../../src/core/ports/models.ts'
import type { Clock } from '../../../src/core/ports/runtime.ts'
import { sha256 } from '../core/capture.ts'
import { createTestClock } from '../core/clock.ts'
import { type MemoryStore, openMemoryStore } from '../core/memory-store.ts'

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

/** Vectors beside a store of memories, for what compares those by their meaning. */
export function addVectors(store: MemoryStore, clock: Clock) {
  const database = new Database(store.file)
  onTestFinished(() => database.close())
  const vectors = createVectorIndex(database, { file: store.file, clock })
  return {
    readMeanings: (ids: readonly string[]) => readMeanings(ids, vectors),
    async embed(embedder: Embedder): Promise<void> {
      const signal = new AbortController().signal
      await catchUpIndex(store, { signal })
      await vectors.useModel(embedder)
      await embedPending({ embedder, vectors, clock, hash: sha256 }, { batchSize: 8, signal })
    },
  }
}

/** Texts about one of these mean the same. */
export function embedderOf(model: string, ...subjects: readonly RegExp[]): Embedder {
  const dimensions = subjects.length + 1
  const directionOf = (text: string) => {
    const found = subjects.findIndex((subject) => subject.test(text))
    return Float32Array.from({ length: dimensions }, (_, at) =>
      at === (found < 0 ? subjects.length : found) ? 1 : 0,
    )
  }
  return { model, dimensions, embed: async (texts) => texts.map(directionOf) }
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
