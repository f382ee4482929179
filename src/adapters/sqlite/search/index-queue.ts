/** Documents to be indexed, as rows. */

import type { DocumentKey, DocumentType } from '../../../core/model/search-document.ts'
import type { IndexQueue } from '../../../core/ports/index-queue.ts'
import type { Database } from '../connection/database.ts'
import { emptyIndex } from './search-index.ts'

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
    async startAnew() {
      emptyIndex(database)
      const added = (Object.keys(tables) as DocumentType[]).map((type) => addAll(database, type))
      const [memories = 0, sessions = 0] = added
      return { memories, sessions, documents: added.reduce((sum, number) => sum + number) }
    },
    async count() {
      return Number(database.get('SELECT count(*) AS count FROM search_pending')?.count)
    },
    async take(limit) {
      const keys = database
        .all('SELECT type, id FROM search_pending ORDER BY type, id LIMIT ?', limit)
        .map((row): DocumentKey => ({ type: row.type as DocumentType, id: String(row.id) }))
      for (const { type, id } of keys) {
        database.run('DELETE FROM search_pending WHERE type = ? AND id = ?', type, id)
      }
      return keys
    },
  }
}

const tables: Readonly<Record<DocumentType, string>> = {
  memory: 'memories',
  session: 'sessions',
  turn: 'turns',
  'tool-event': 'tool_events',
}

/** @returns how many there are, those that were noted before included */
function addAll(database: Database, type: DocumentType): number {
  database.run(`INSERT OR IGNORE INTO search_pending SELECT ?, id FROM ${tables[type]}`, type)
  return Number(database.get(`SELECT count(*) AS count FROM ${tables[type]}`)?.count)
}

/** Whether recall would miss something that was captured. */
export function isIndexBehind(database: Database): boolean {
  return database.get('SELECT 1 FROM search_pending LIMIT 1') !== undefined
}
