/** Forgets memories, and restores them with all they had. */
import {
  isSameAddress,
  type Memory,
  type MemoryLink,
  type MemorySource,
  type ScopeAddress,
} from '../../../core/model/memory.ts'
import type { MemoryReader, MemoryRevision } from '../../../core/ports/memory-store.ts'
import type { Database } from '../connection/database.ts'
import { presentProject } from '../history/project-store.ts'
import { insertMemory, insertRevision, parseMemory } from './memory-rows.ts'

interface Archived {
  readonly memory: Memory
  readonly versionFrom: string
  readonly sources: readonly MemorySource[]
  readonly links: readonly MemoryLink[]
  readonly revisions: readonly MemoryRevision[]
  /** Ids of the memories it had superseded. */
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
    database.insert('memory_archive', { ...tombstone(first.memory, at), snapshot })
  }
  for (const { memory } of states) {
    database.run('DELETE FROM memories WHERE id = ?', memory.id)
    database.insert('memory_tombstones', tombstone(memory, at), replacing)
  }
  return true
}

function tombstone({ id, scope, scopeId }: Memory, forgottenAt: string) {
  return { id, scope, scopeId, forgottenAt }
}

const replacing = 'ON CONFLICT (id) DO UPDATE SET forgotten_at = excluded.forgotten_at'

export interface ArchiveRow extends ScopeAddress {
  readonly snapshot: string
}

/** As it was, but at its present address: its project may have been merged into another. */
export function archivedMemory({ snapshot, scope, scopeId }: ArchiveRow): Memory {
  const { memory } = JSON.parse(snapshot) as Archived
  return { ...parseMemory(JSON.stringify(memory)), scope, scopeId }
}

/** @returns the memory, then those forgotten along with it; none if the archive lacks it */
export function unarchiveMemory(database: Database, id: string): Memory[] {
  const row = database.find<ArchiveRow>('SELECT * FROM memory_archive WHERE id = ?', id)
  if (!row) return []
  const archived = JSON.parse(row.snapshot) as Archived
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
  insertMemory(database, restored, archived.versionFrom)
  restoreRelations(database, restored, archived)
  database.run('DELETE FROM memory_tombstones WHERE id = ?', memory.id)
  return restored
}

async function archivedState(
  database: Database,
  reader: MemoryReader,
  memory: Memory,
): Promise<Archived> {
  const { id } = memory
  const [versionFrom = ''] = database.texts('SELECT version_from FROM memories WHERE id = ?', id)
  return {
    memory,
    versionFrom,
    sources: await reader.sources(id),
    links: await reader.links(id),
    revisions: await reader.revisions(id),
    superseded: database.texts('SELECT id FROM memories WHERE superseded_by = ?', id),
  }
}

/** Leaves out links to memories that are gone meanwhile. */
function restoreRelations(database: Database, memory: Memory, archived: Archived): void {
  const { id } = memory
  for (const { type, ref } of archived.sources) {
    database.insert('memory_sources', { memoryId: id, type, ref })
  }
  for (const link of archived.links) {
    if (exists(database, link.from === id ? link.to : link.from)) insertLink(database, link)
  }
  for (const revision of archived.revisions) {
    // Follows its project into the one it was merged into; earlier addresses stay.
    const isHere = isSameAddress(revision.memory, archived.memory)
    insertRevision(database, revision, isHere ? memory : revision.memory)
  }
  database.run(
    `UPDATE memories SET superseded_by = ? WHERE superseded_by IS NULL AND valid_to IS NOT NULL
     AND id IN (SELECT value FROM json_each(?))`,
    id,
    JSON.stringify(archived.superseded),
  )
}

/** @returns false if the link exists */
export function insertLink(
  database: Database,
  { from: fromId, to: toId, relation, createdAt }: MemoryLink,
): boolean {
  const row = { fromId, toId, relation, createdAt }
  return database.insert('memory_links', row, 'ON CONFLICT DO NOTHING') > 0
}

function exists(database: Database, id: string): boolean {
  return database.has('SELECT 1 FROM memories WHERE id = ?', id)
}
