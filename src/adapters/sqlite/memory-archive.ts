/** Forgetting, and undoing it: what a memory leaves behind, and how it comes back. */
import {
  isSameAddress,
  type Memory,
  type MemoryLink,
  type MemorySource,
} from '../../core/memory/memory.ts'
import type { MemoryReader, MemoryRevision } from '../../core/ports/memory-store.ts'
import type { Database } from './database.ts'
import { fromMemory, parseMemory } from './memory-rows.ts'
import { insertRow } from './rows.ts'

interface Archived {
  readonly memory: Memory
  readonly versionFrom: string
  readonly sources: readonly MemorySource[]
  readonly links: readonly MemoryLink[]
  readonly revisions: readonly MemoryRevision[]
  /** Ids of those it had superseded. */
  readonly superseded: readonly string[]
}

export async function forgetMemory(
  database: Database,
  reader: MemoryReader,
  id: string,
  at: string,
  options: { archive: boolean },
): Promise<boolean> {
  const memory = await reader.find(id)
  if (!memory) return false
  const grave = { id, scope: memory.scope, scope_id: memory.scopeId, forgotten_at: at }
  if (options.archive) {
    const snapshot = JSON.stringify(await archivedState(database, reader, memory))
    insertRow(database, 'memory_archive', { ...grave, snapshot })
  }
  database.run('DELETE FROM memories WHERE id = ?', id)
  insertRow(database, 'memory_tombstones', grave, replacing)
  return true
}

export function restoreMemory(database: Database, id: string): Memory | undefined {
  const row = database.get('SELECT * FROM memory_archive WHERE id = ?', id)
  if (!row) return undefined
  const archived = JSON.parse(String(row.snapshot)) as Archived
  const memory = {
    ...parseMemory(JSON.stringify(archived.memory)),
    scope: row.scope as Memory['scope'],
    scopeId: String(row.scope_id),
  }
  const { supersededBy, ...rest } = memory
  const successor =
    supersededBy !== undefined && exists(database, supersededBy) ? supersededBy : undefined
  const restored = { ...rest, supersededBy: successor }
  insertRow(database, 'memories', { ...fromMemory(restored), version_from: archived.versionFrom })
  restoreRelations(database, restored, archived)
  database.run('DELETE FROM memory_archive WHERE id = ?', id)
  database.run('DELETE FROM memory_tombstones WHERE id = ?', id)
  return restored
}

const replacing = 'ON CONFLICT (id) DO UPDATE SET forgotten_at = excluded.forgotten_at'

async function archivedState(
  database: Database,
  reader: MemoryReader,
  memory: Memory,
): Promise<Archived> {
  const { id } = memory
  const superseded = database.all('SELECT id FROM memories WHERE superseded_by = ?', id)
  const row = database.get('SELECT version_from FROM memories WHERE id = ?', id)
  return {
    memory,
    versionFrom: String(row?.version_from),
    sources: await reader.sources(id),
    links: await reader.links(id),
    revisions: await reader.revisions(id),
    superseded: superseded.map((other) => String(other.id)),
  }
}

/** Links to memories that are gone meanwhile stay away. */
function restoreRelations(database: Database, memory: Memory, archived: Archived): void {
  const { id } = memory
  for (const { type, ref } of archived.sources) {
    insertRow(database, 'memory_sources', { memory_id: id, type, ref })
  }
  for (const { from, relation, to, createdAt } of archived.links) {
    if (!exists(database, from === id ? to : from)) continue
    insertRow(
      database,
      'memory_links',
      { from_id: from, to_id: to, relation, created_at: createdAt },
      'ON CONFLICT DO NOTHING',
    )
  }
  for (const { validFrom, validTo, memory: former } of archived.revisions) {
    // Its project may be part of another by now; where it was before it came there stays.
    const address = isSameAddress(former, archived.memory) ? memory : former
    insertRow(database, 'memory_revisions', {
      memory_id: id,
      version: former.version,
      scope: address.scope,
      scope_id: address.scopeId,
      valid_from: validFrom,
      valid_to: validTo,
      snapshot: JSON.stringify(former),
    })
  }
  database.run(
    `UPDATE memories SET superseded_by = ? WHERE superseded_by IS NULL AND valid_to IS NOT NULL
     AND id IN (SELECT value FROM json_each(?))`,
    id,
    JSON.stringify(archived.superseded),
  )
}

function exists(database: Database, id: string): boolean {
  return database.get('SELECT 1 FROM memories WHERE id = ?', id) !== undefined
}
