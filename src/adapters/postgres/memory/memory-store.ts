/** Memories as rows. */
import type { Memory } from '../../../core/model/memory.ts'
import type { ChangeKind } from '../../../core/ports/change-feed.ts'
import type { MemoryTransaction } from '../../../core/ports/memory-store.ts'
import type { Queries } from '../connection/queries.ts'
import type { ChangeRecorder } from '../feed/change-recorder.ts'
import { presentProject } from '../projects/project-store.ts'
import { eraseProposals } from '../review/proposal-store.ts'
import { archiveMemory, insertLink, unarchiveMemory } from './memory-archive.ts'
import { countUse, reopenMemory, updateMemoryRow } from './memory-changes.ts'
import { moveMemories, moveMemoriesBack } from './memory-moves.ts'
import { createMemoryReader } from './memory-reader.ts'
import { insertMemory } from './memory-rows.ts'

export function createMemoryStore(queries: Queries, changes: ChangeRecorder): MemoryTransaction {
  const reader = createMemoryReader(queries)
  const record = ({ id, version, updatedAt: at }: Memory, kind: ChangeKind) =>
    changes.record('memory', id, kind, { version, at })
  return {
    ...reader,
    async insert(memory) {
      await insertMemory(queries, memory, memory.validFrom)
      await record(memory, 'created')
    },
    async update(id, change, at) {
      const changed = await updateMemoryRow(queries, id, change, at)
      await record(changed, versionKind(changed))
      return changed
    },
    async reopen(id, at) {
      const memory = await reopenMemory(queries, id, at)
      if (memory.updatedAt >= at) await record(memory, 'updated')
      return memory
    },
    async addSources(memoryId, sources) {
      for (const { type, ref } of sources) {
        await queries.insert('memory_sources', { memoryId, type, ref }, 'ON CONFLICT DO NOTHING')
      }
    },
    async removeSources(id, sources) {
      const one = `DELETE FROM memory_sources
        WHERE organisation_id = $1 AND memory_id = $2 AND type = $3 AND ref = $4`
      for (const { type, ref } of sources) await queries.run(one, id, type, ref)
    },
    addLink: (link) => insertLink(queries, link),
    countUse: (ids, at) => countUse(queries, ids, at),
    async setLastUse(id, at) {
      const sql = 'UPDATE memories SET last_used_at = $3 WHERE organisation_id = $1 AND id = $2'
      await queries.run(sql, id, at)
    },
    async forget(id, at, options) {
      if (!(await archiveMemory(queries, reader, id, at, options))) return false
      const gone = [id, ...(options.along ?? [])]
      for (const each of gone) await changes.record('memory', each, 'removed', { at })
      if (!options.archive) await eraseProposals(queries, changes, gone)
      return true
    },
    async restore(id) {
      const restored = await unarchiveMemory(queries, id)
      for (const memory of restored) await record(memory, 'restored')
      return restored[0]
    },
    async dropArchived(id) {
      await eraseProposals(queries, changes, [id])
      const drop = 'DELETE FROM memory_archive WHERE organisation_id = $1 AND id = $2'
      return (await queries.run(drop, id)) > 0
    },
    async dropArchivedBefore(time) {
      const old = await queries.texts(
        'DELETE FROM memory_archive WHERE organisation_id = $1 AND forgotten_at < $2 RETURNING id',
        time,
      )
      await eraseProposals(queries, changes, old)
      return old.length
    },
    async moveAll(from, to, at) {
      const { moved, memories } = await moveMemories(queries, from, to, at)
      const onlyMoved = new Set(moved.memories.map(({ id }) => id))
      for (const id of moved.gaveWay) onlyMoved.delete(id)
      for (const memory of memories) {
        await record(memory, onlyMoved.has(memory.id) ? 'moved' : versionKind(memory))
      }
      return moved
    },
    async moveBack(moved, from, to) {
      for (const memory of await moveMemoriesBack(queries, moved, from, to)) {
        await record(memory, 'moved')
      }
    },
    async presentAddress({ scope, scopeId }) {
      const present = scope === 'project' ? await presentProject(queries, scopeId) : scopeId
      return { scope, scopeId: present }
    },
  }
}

const versionKind = ({ supersededBy }: Memory): ChangeKind =>
  supersededBy === undefined ? 'updated' : 'superseded'
