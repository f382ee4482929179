/** Forgetting, and undoing it: what a memory leaves behind, and how it comes back. */
import {
  isSameAddress,
  type Memory,
  type MemoryLink,
  type MemorySource,
} from '../../../core/model/memory.ts'
import type { MemoryReader, MemoryRevision } from '../../../core/ports/memory-store.ts'
import type { Database, Row } from '../connection/database.ts'
import { insertRow } from '../connection/rows.ts'
import { presentProject } from '../history/project-store.ts'
import { fromMemory, parseMemory } from './memory-rows.ts'

interface Archived {
  readonly memory: Memory
  readonly versionFrom: string
  readonly sources: readonly MemorySource[]
  readonly links: readonly MemoryLink[]
  readonly revisions: readonly MemoryRevision[]
  /** Ids of those it had superseded. */
  readonly superseded: readonly string[]
  readonly along?: readonly Archived[]
}

export async function archiveMemory(
  database: Database,
  reader: MemoryReader,
  id: string,
  at: string,
  { archive, along = [] }: { archive: boolean; along?: readonly string[] },
): Promise<boolean> {
  const states: Archived[] = []
  for (const each of [id, ...along]) {
    const memory = await reader.find(each)
    if (memory) states.push(await archivedState(database, reader, memory))
  }
  const [first, ...others] = states
  if (first?.memory.id !== id) return false
  if (archive) {
    const snapshot = JSON.stringify({ ...first, along: others } satisfies Archived)
    insertRow(database, 'memory_archive', { ...graveOf(first.memory, at), snapshot })
  }
  for (const { memory } of states) {
    database.run('DELETE FROM memories WHERE id = ?', memory.id)
    insertRow(database, 'memory_tombstones', graveOf(memory, at), replacing)
  }
  return true
}

function graveOf({ id, scope, scopeId }: Memory, at: string): Row {
  return { id, scope, scope_id: scopeId, forgotten_at: at }
}

/** As it was, but where it belongs by now: its project may have become part of another. */
export function archivedMemory(row: Row): Memory {
  const { memory } = JSON.parse(String(row.snapshot)) as Archived
  return {
    ...parseMemory(JSON.stringify(memory)),
    scope: row.scope as Memory['scope'],
    scopeId: String(row.scope_id),
  }
}

/** @returns the memory, then those that had gone along; none when the archive lacks it */
export function unarchiveMemory(database: Database, id: string): Memory[] {
  const row = database.get('SELECT * FROM memory_archive WHERE id = ?', id)
  if (!row) return []
  const archived = JSON.parse(String(row.snapshot)) as Archived
  const restored = [restoreState(database, archivedMemory(row), archived)]
  for (const other of archived.along ?? []) {
    const memory = parseMemory(JSON.stringify(other.memory))
    const { scope, scopeId } = memory
    const present = scope === 'project' ? presentProject(database, scopeId) : scopeId
    restored.push(restoreState(database, { ...memory, scopeId: present }, other))
  }
  database.run('DELETE FROM memory_archive WHERE id = ?', id)
  return restored
}

function restoreState(database: Database, memory: Memory, archived: Archived): Memory {
  const { supersededBy, ...rest } = memory
  const successor =
    supersededBy !== undefined && exists(database, supersededBy) ? supersededBy : undefined
  const restored = { ...rest, supersededBy: successor }
  insertRow(database, 'memories', { ...fromMemory(restored), version_from: archived.versionFrom })
  restoreRelations(database, restored, archived)
  database.run('DELETE FROM memory_tombstones WHERE id = ?', memory.id)
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
