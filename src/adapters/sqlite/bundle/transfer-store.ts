/** Stores what is known about other machines, and what was imported. */
import type {
  ImportStore,
  MemoryImport,
  ReceivedMemory,
  SyncStore,
} from '../../../core/ports/transfer.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'

export function createSyncStore(database: Database): SyncStore {
  return {
    machine: async () => database.texts('SELECT id FROM sync_machine')[0],
    async setMachine(id) {
      database.put('sync_machine', { only: 1, id })
    },
    position: async (folder, machine) =>
      database.number(
        'SELECT position FROM sync_files WHERE folder = ? AND machine = ?',
        folder,
        machine,
      ),
    async setPosition(folder, machine, position) {
      database.put('sync_files', { folder, machine, position })
    },
    async acceptance(machine) {
      const found = database.find<{ isTrusted: number }>(
        'SELECT is_trusted FROM sync_accepted WHERE machine = ?',
        machine,
      )
      return found && (found.isTrusted ? 'trusted' : 'read')
    },
    async accept(machine, as) {
      database.put('sync_accepted', { machine, isTrusted: Number(as === 'trusted') })
    },
    received: async (memoryId) =>
      database.find<ReceivedMemory>(
        'SELECT machine, version FROM sync_received WHERE memory_id = ?',
        memoryId,
      ),
    async setReceived(memoryId, { machine, version }) {
      database.put('sync_received', { memoryId, machine, version })
    },
    async dropTombstone(memoryId) {
      database.run('DELETE FROM memory_tombstones WHERE id = ?', memoryId)
      database.run('DELETE FROM memory_archive WHERE id = ?', memoryId)
    },
  }
}

const importForm = rowForm<MemoryImport>({ flags: ['isOwn'] })

export function createImportStore(database: Database): ImportStore {
  const memories = (condition: string, ...values: readonly string[]) =>
    database
      .list<object>(
        `SELECT source, foreign_id AS "foreign", item, memory_id, is_own, fingerprint, content_hash, at
         FROM imported_memories WHERE ${condition}`,
        ...values,
      )
      .map(importForm.read)
  return {
    isImported: async (source, item, fingerprint) =>
      database.has(
        'SELECT 1 FROM imported_items WHERE source = ? AND item = ? AND fingerprint = ?',
        source,
        item,
        fingerprint,
      ),
    markImported: async (imported) => database.put('imported_items', { ...imported }),
    findMemory: async (source, foreign) =>
      memories('source = ? AND foreign_id = ?', source, foreign)[0],
    async putMemory({ foreign: foreignId, ...imported }) {
      database.put('imported_memories', { ...importForm.write(imported), foreignId })
    },
    memoriesOf: async (source, item) => memories('source = ? AND item = ?', source, item),
    hasMemories: async (source) =>
      database.has('SELECT 1 FROM imported_memories WHERE source = ? LIMIT 1', source),
    async dropMemory(source, foreign) {
      const drop = 'DELETE FROM imported_memories WHERE source = ? AND foreign_id = ?'
      database.run(drop, source, foreign)
    },
  }
}
