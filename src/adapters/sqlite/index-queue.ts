/** Documents to be indexed, as rows. */
import type { IndexQueue } from '../../core/ports/index-queue.ts'
import type { DocumentKey, DocumentType } from '../../core/retrieval/document.ts'
import type { Database } from './database.ts'

export function createIndexQueue(database: Database): IndexQueue {
  return {
    async add(keys) {
      for (const { type, id } of keys) {
        database.run(
          'INSERT INTO search_pending (type, id) VALUES (?, ?) ON CONFLICT DO NOTHING',
          type,
          id,
        )
      }
    },
    process: (limit, work) =>
      database.transaction(async () => {
        const keys = database
          .all('SELECT type, id FROM search_pending ORDER BY id LIMIT ?', limit)
          .map((row): DocumentKey => ({ type: row.type as DocumentType, id: String(row.id) }))
        if (keys.length === 0) return 0
        await work(keys)
        for (const { type, id } of keys) {
          database.run('DELETE FROM search_pending WHERE type = ? AND id = ?', type, id)
        }
        return keys.length
      }),
  }
}

/** Whether recall would miss something that was captured. */
export function isIndexBehind(database: Database): boolean {
  return database.get('SELECT 1 FROM search_pending LIMIT 1') !== undefined
}
