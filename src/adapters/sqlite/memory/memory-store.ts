/** Stores memories. */
import type { Memory } from '../../../core/model/memory.ts'
import type { ChangeKind } from '../../../core/ports/change-feed.ts'
import type { MemoryStore } from '../../../core/ports/memory-store.ts'
import type { Database } from '../connection/database.ts'
import type { ChangeRecorder } from '../history/change-feed.ts'
import { presentProject } from '../history/project-store.ts'
import {
  archiveMemory,
  insertLink,
  moveMemories,
  moveMemoriesBack,
  unarchiveMemory,
} from './memory-archive.ts'
import { createMemoryReader } from './memory-reader.ts'
import { countUse, insertMemory, reopenMemory, updateMemoryRow } from './memory-rows.ts'
import { eraseProposals } from './review-store.ts'

export function createMemoryStore(database: Database, changes: ChangeRecorder): MemoryStore {
  const reader = createMemoryReader(database)
  const record = ({ id, version, updatedAt: at }: Memory, kind: ChangeKind) => {
    database.overwriteDeleted()
    changes.record('memory', id, kind, { version, at })
  }
  return {
    ...reader,
    async insert(memory) {
      insertMemory(database, memory, memory.validFrom)
      record(memory, 'created')
    },
    async update(id, change, at) {
      database.overwriteDeleted()
      const changed = updateMemoryRow(database, id, change, at)
      record(changed, versionKind(changed))
      return changed
    },
    async reopen(id, at) {
      const memory = reopenMemory(database, id, at)
      if (memory.updatedAt >= at) record(memory, 'updated')
      return memory
    },
    async addSources(memoryId, sources) {
      for (const { type, ref } of sources) {
        database.insert('memory_sources', { memoryId, type, ref }, 'ON CONFLICT DO NOTHING')
      }
    },
    async removeSources(id, sources) {
      const one = 'DELETE FROM memory_sources WHERE memory_id = ? AND type = ? AND ref = ?'
      for (const { type, ref } of sources) database.run(one, id, type, ref)
    },
    addLink: async (link) => insertLink(database, link),
    countUse: async (ids, at) => countUse(database, ids, at),
    async setLastUse(id, at) {
      database.run('UPDATE memories SET last_used_at = ? WHERE id = ?', at, id)
    },
    async forget(id, at, options) {
      database.overwriteDeleted()
      const isForgotten = await archiveMemory(database, reader, id, at, options)
      if (!isForgotten) return false
      const gone = [id, ...(options.along ?? [])]
      for (const each of gone) changes.record('memory', each, 'removed', { at })
      if (!options.archive) eraseProposals(database, changes, gone)
      for (const each of gone) settleGuard(database, each, options.dropsGuard === true)
      return true
    },
    async restore(id) {
      const restored = unarchiveMemory(database, id)
      for (const memory of restored) record(memory, 'restored')
      return restored[0]
    },
    async dropArchived(id) {
      database.overwriteDeleted()
      eraseProposals(database, changes, [id])
      return database.run('DELETE FROM memory_archive WHERE id = ?', id) > 0
    },
    async dropArchivedBefore(time) {
      database.overwriteDeleted()
      const old = database.texts('SELECT id FROM memory_archive WHERE forgotten_at < ?', time)
      eraseProposals(database, changes, old)
      return database.run('DELETE FROM memory_archive WHERE forgotten_at < ?', time)
    },
    async moveAll(from, to, at) {
      const { moved, memories } = moveMemories(database, from, to, at)
      const onlyMoved = new Set(moved.memories.map(({ id }) => id))
      for (const id of moved.adjusted) onlyMoved.delete(id)
      for (const memory of memories) {
        record(memory, onlyMoved.has(memory.id) ? 'moved' : versionKind(memory))
      }
      return moved
    },
    async moveBack(moved, from, to) {
      for (const memory of moveMemoriesBack(database, moved, from, to)) record(memory, 'moved')
    },
    async presentAddress({ scope, scopeId }) {
      return { scope, scopeId: scope === 'project' ? presentProject(database, scopeId) : scopeId }
    },
  }
}

const versionKind = ({ supersededBy }: Memory): ChangeKind =>
  supersededBy === undefined ? 'updated' : 'superseded'

/** A guard that remains keeps its patterns, because the user chose them. */
function settleGuard(database: Database, memoryId: string, isDropped: boolean): void {
  if (isDropped) database.run('DELETE FROM guards WHERE memory_id = ?', memoryId)
  else database.run("UPDATE guards SET content = '' WHERE memory_id = ?", memoryId)
}
