/** Memories as rows. */
import type { Memory } from '../../../core/model/memory.ts'
import type { MemoryTransaction } from '../../../core/ports/memory-store.ts'
import type { Database } from '../connection/database.ts'
import { insertRow } from '../connection/rows.ts'
import { presentProject } from '../history/present-project.ts'
import { forgetMemory, restoreMemory } from './memory-archive.ts'
import { countUse, reopenMemory, updateMemory } from './memory-changes.ts'
import { moveMemories, moveMemoriesBack } from './memory-moves.ts'
import { createMemoryReader } from './memory-reader.ts'
import { fromMemory } from './memory-rows.ts'

/** Told within the transaction, so that what is derived from memories changes with them. */
export interface MemoryHooks {
  /** A memory is new, changed, superseded, reopened, restored or moved. */
  onWritten?(memory: Memory, isNewVersion: boolean): Promise<void> | void
  onForgotten?(id: string): Promise<void> | void
}

export function createMemoryStore(database: Database, hooks: MemoryHooks = {}): MemoryTransaction {
  const reader = createMemoryReader(database)
  const tell = async (memory: Memory, isNewVersion: boolean) => {
    database.overwriteDeleted()
    await hooks.onWritten?.(memory, isNewVersion)
  }
  return {
    ...reader,
    async insert(memory) {
      insertRow(database, 'memories', { ...fromMemory(memory), version_from: memory.validFrom })
      await tell(memory, true)
    },
    async update(id, change, at) {
      database.overwriteDeleted()
      const changed = updateMemory(database, id, change, at)
      await tell(changed, true)
      return changed
    },
    async reopen(id, at) {
      const memory = reopenMemory(database, id, at)
      await tell(memory, memory.updatedAt >= at)
      return memory
    },
    async addSources(id, sources) {
      for (const { type, ref } of sources) {
        insertRow(
          database,
          'memory_sources',
          { memory_id: id, type, ref },
          'ON CONFLICT DO NOTHING',
        )
      }
    },
    async removeSources(id, sources) {
      for (const { type, ref } of sources) {
        database.run(
          'DELETE FROM memory_sources WHERE memory_id = ? AND type = ? AND ref = ?',
          id,
          type,
          ref,
        )
      }
    },
    async addLink({ from, relation, to, createdAt }) {
      const row = { from_id: from, to_id: to, relation, created_at: createdAt }
      return insertRow(database, 'memory_links', row, 'ON CONFLICT DO NOTHING') > 0
    },
    countUse: async (ids, at) => countUse(database, ids, at),
    async forget(id, at, options) {
      database.overwriteDeleted()
      const isForgotten = await forgetMemory(database, reader, id, at, options)
      if (!isForgotten) return false
      for (const gone of [id, ...(options.along ?? [])]) await hooks.onForgotten?.(gone)
      return true
    },
    async restore(id) {
      const restored = restoreMemory(database, id)
      for (const memory of restored) await tell(memory, false)
      return restored[0]
    },
    async dropArchived(id) {
      database.overwriteDeleted()
      return database.run('DELETE FROM memory_archive WHERE id = ?', id) > 0
    },
    async dropArchivedBefore(time) {
      database.overwriteDeleted()
      return database.run('DELETE FROM memory_archive WHERE forgotten_at < ?', time)
    },
    async moveAll(from, to, at) {
      const { moved, memories } = moveMemories(database, from, to, at)
      const hasChanged = new Set(moved.gaveWay)
      for (const memory of memories) await tell(memory, hasChanged.has(memory.id))
      return moved
    },
    async moveBack(moved, from, to) {
      for (const memory of moveMemoriesBack(database, moved, from, to)) await tell(memory, false)
    },
    async presentAddress({ scope, scopeId }) {
      return { scope, scopeId: scope === 'project' ? presentProject(database, scopeId) : scopeId }
    },
  }
}
