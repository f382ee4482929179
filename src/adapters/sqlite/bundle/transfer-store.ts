/** What is known about other machines, as rows. */
import type {
  ImportStore,
  MemoryImport,
  ReceivedMemory,
  SyncStore,
} from '../../../core/ports/transfer.ts'
import type { Database } from '../connection/database.ts'
import type { Row } from '../connection/statement.ts'

export function createSyncStore(database: Database): SyncStore {
  return {
    machine: async () => database.texts('SELECT id FROM sync_machine')[0],
    async setMachine(id) {
      const replacing = 'ON CONFLICT DO UPDATE SET id = excluded.id'
      database.insert('sync_machine', { only: 1, id }, replacing)
    },
    position: async (folder, machine) =>
      database.number(
        'SELECT position FROM sync_files WHERE folder = ? AND machine = ?',
        folder,
        machine,
      ),
    async setPosition(folder, machine, position) {
      const replacing = 'ON CONFLICT DO UPDATE SET position = excluded.position'
      database.insert('sync_files', { folder, machine, position }, replacing)
    },
    async acceptance(machine) {
      const found = database.find<{ isTrusted: number }>(
        'SELECT is_trusted FROM sync_accepted WHERE machine = ?',
        machine,
      )
      return found && (found.isTrusted ? 'trusted' : 'read')
    },
    async accept(machine, as) {
      const replacing = 'ON CONFLICT DO UPDATE SET is_trusted = excluded.is_trusted'
      database.insert('sync_accepted', { machine, isTrusted: Number(as === 'trusted') }, replacing)
    },
    received: async (memoryId) =>
      database.find<ReceivedMemory>(
        'SELECT machine, version FROM sync_received WHERE memory_id = ?',
        memoryId,
      ),
    async setReceived(memoryId, { machine, version }) {
      const replacing =
        'ON CONFLICT DO UPDATE SET machine = excluded.machine, version = excluded.version'
      database.insert('sync_received', { memoryId, machine, version }, replacing)
    },
    async dropTombstone(memoryId) {
      database.run('DELETE FROM memory_tombstones WHERE id = ?', memoryId)
      database.run('DELETE FROM memory_archive WHERE id = ?', memoryId)
    },
  }
}

// What was imported, as rows.

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
