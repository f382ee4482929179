/** What is known about other machines, as rows. */
import type { ReceivedMemory, SyncStore } from '../../../core/ports/transfer.ts'
import type { Database } from '../connection/database.ts'

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
