/** Forgets memories and restores them with everything that belongs to them. */
import {
  isSameAddress,
  type Memory,
  type MemoryLink,
  type MemorySource,
  type ScopeAddress,
} from '../../../core/model/memory.ts'
import type {
  MemoryChange,
  MemoryRevision,
  MemoryStore,
  MovedMemories,
  MovedVersion,
} from '../../../core/ports/memory-store.ts'
import type { Database } from '../connection/database.ts'
import { presentProject } from '../history/project-store.ts'
import {
  findValid,
  insertMemory,
  insertRevision,
  parseMemory,
  selectMemories,
  selectMemory,
  updateMemoryRow,
} from './memory-rows.ts'

interface Archived {
  readonly memory: Memory
  readonly versionFrom: string
  readonly sources: readonly MemorySource[]
  readonly links: readonly MemoryLink[]
  readonly revisions: readonly MemoryRevision[]
  readonly superseded: readonly string[]
  readonly along?: readonly Archived[]
}

type MemoryReader = Pick<MemoryStore, 'find' | 'sources' | 'links' | 'revisions'>

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

/** Restores the old state at its current address: its project may have been merged. */
export function archivedMemory({ snapshot, scope, scopeId }: ArchiveRow): Memory {
  const { memory } = JSON.parse(snapshot) as Archived
  return { ...parseMemory(JSON.stringify(memory)), scope, scopeId }
}

/** @returns the memory, then those forgotten with it; empty if the archive lacks it */
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

/** Skips links to memories that no longer exist. */
function restoreRelations(database: Database, memory: Memory, archived: Archived): void {
  const { id } = memory
  for (const { type, ref } of archived.sources) {
    database.insert('memory_sources', { memoryId: id, type, ref })
  }
  for (const link of archived.links) {
    if (exists(database, link.from === id ? link.to : link.from)) insertLink(database, link)
  }
  for (const revision of archived.revisions) {
    // If a project was merged, its memories follow; earlier addresses stay.
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

/** @returns false if the link already exists */
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

interface Move {
  readonly moved: MovedMemories
  /** The current memories, with the candidates they confirmed. */
  readonly memories: readonly Memory[]
}

export function moveMemories(
  database: Database,
  from: ScopeAddress,
  to: ScopeAddress,
  at: string,
): Move {
  const places = [from.scope, from.scopeId, to.scope, to.scopeId]
  const here = 'WHERE scope = ?1 AND scope_id = ?2 ORDER BY id'
  const had = (columns: string, table: string) =>
    database.list<MovedVersion>(`SELECT ${columns} FROM ${table} ${here}`, ...places)
  const moving = selectMemories(database, here, ...places)
  const forgotten = had('id, 0 AS version', 'memory_tombstones')
  const revisions = had('memory_id AS id, version', 'memory_revisions')
  const adjusted: string[] = []
  const confirmed: Memory[] = []
  for (const memory of moving) {
    if (memory.validTo !== undefined) continue
    const change = adjustmentFor(database, memory, from, to)
    if (!change) continue
    confirmed.push(...passConfirmation(database, memory, change.supersededBy, at))
    updateMemoryRow(database, memory.id, change, at)
    adjusted.push(memory.id)
  }
  for (const table of ['memories', 'memory_revisions', 'memory_archive', 'memory_tombstones']) {
    database.run(
      `UPDATE ${table} SET scope = ?3, scope_id = ?4 WHERE scope = ?1 AND scope_id = ?2`,
      ...places,
    )
  }
  const versions = moving.map(({ id, version }) => ({ id, version }))
  return {
    moved: { memories: [...versions, ...forgotten], revisions, adjusted },
    memories: [...readBack(database, versions), ...confirmed],
  }
}

/** @returns the memories that moved back */
export function moveMemoriesBack(
  database: Database,
  { memories, revisions }: MovedMemories,
  from: ScopeAddress,
  to: ScopeAddress,
): Memory[] {
  const change = (table: string, condition: string, ...values: (string | number)[]) =>
    database.run(
      `UPDATE ${table} SET scope = ?, scope_id = ? WHERE scope = ? AND scope_id = ? AND ${condition}`,
      to.scope,
      to.scopeId,
      from.scope,
      from.scopeId,
      ...values,
    )
  const back = memories.filter(({ id, version }) => {
    change('memory_archive', 'id = ?', id)
    change('memory_tombstones', 'id = ?', id)
    change('memory_revisions', 'memory_id = ? AND version >= ?', id, version)
    return change('memories', 'id = ?', id) > 0
  })
  for (const { id, version } of revisions) {
    change('memory_revisions', 'memory_id = ? AND version = ?', id, version)
  }
  return readBack(database, back)
}

/** Finds what must change so that a memory is unique by key and by content at its new address. */
function adjustmentFor(
  database: Database,
  { key, contentHash }: Memory,
  from: ScopeAddress,
  to: ScopeAddress,
): MemoryChange | undefined {
  const owner = key === undefined ? undefined : findValid(database, to, { key })
  if (key !== undefined && !owner) return undefined
  const findSame = (address: ScopeAddress) => findValid(database, address, { contentHash })
  const isSame = owner?.contentHash === contentHash
  const twin = isSame ? owner : (findSame(to) ?? (owner && findSame(from)))
  if (twin) return { supersededBy: twin.id }
  return owner && { key: null }
}

/** A memory confirms a candidate with the same content that it supersedes. */
function passConfirmation(
  database: Database,
  { standing, confirmation }: Memory,
  twinId: string | undefined,
  at: string,
): Memory[] {
  const twin = twinId === undefined ? undefined : selectMemory(database, 'id = ?', twinId)
  if (twin?.standing !== 'candidate' || confirmation === undefined) return []
  return [updateMemoryRow(database, twin.id, { standing, confirmation }, at)]
}

function readBack(database: Database, memories: readonly { id: string }[]): Memory[] {
  return memories.flatMap(({ id }) => selectMemory(database, 'id = ?', id) ?? [])
}
