/** What was imported, as rows. */
import type { ImportStore } from '../../../core/ports/import-store.ts'
import type { Database } from '../connection/database.ts'

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
  }
}
