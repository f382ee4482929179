/** What was imported, as rows. */
import type { ImportStore, MemoryImport } from '../../../core/ports/transfer.ts'
import type { Database } from '../connection/database.ts'
import type { Row } from '../connection/rows.ts'

export function createImportStore(database: Database): ImportStore {
  return {
    async isImported(source, item, fingerprint) {
      const known = 'SELECT 1 FROM imported_items WHERE source = ? AND item = ? AND fingerprint = ?'
      return database.get(known, source, item, fingerprint) !== undefined
    },
    async markImported(imported) {
      const again = 'ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, at = excluded.at'
      database.insert('imported_items', { ...imported }, again)
    },
    async findMemory(source, foreign) {
      const one = 'SELECT * FROM imported_memories WHERE source = ? AND foreign_id = ?'
      const row = database.get(one, source, foreign)
      return row && toMemoryImport(row)
    },
    async putMemory({ foreign: foreignId, isOwn, ...rest }) {
      database.run(drop, rest.source, foreignId)
      database.insert('imported_memories', { ...rest, foreignId, isOwn: Number(isOwn) })
    },
    async memoriesOf(source, item) {
      const all = 'SELECT * FROM imported_memories WHERE source = ? AND item = ?'
      return database.all(all, source, item).map(toMemoryImport)
    },
    async hasMemories(source) {
      return database.has('SELECT 1 FROM imported_memories WHERE source = ? LIMIT 1', source)
    },
    async dropMemory(source, foreign) {
      database.run(drop, source, foreign)
    },
  }
}

const drop = 'DELETE FROM imported_memories WHERE source = ? AND foreign_id = ?'

const toMemoryImport = (row: Row): MemoryImport => ({
  source: String(row.source),
  foreign: String(row.foreign_id),
  item: String(row.item),
  memoryId: String(row.memory_id),
  isOwn: row.is_own === 1,
  fingerprint: String(row.fingerprint),
  contentHash: String(row.content_hash),
  at: String(row.at),
})
