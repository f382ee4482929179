/** Forgets memories, and restores them with all they had. */
import {
  isSameAddress,
  type Memory,
  type MemoryLink,
  type MemorySource,
  type ScopeAddress,
} from '../../../core/model/memory.ts'
import type { MemoryReader, MemoryRevision } from '../../../core/ports/memory-store.ts'
import { toJson } from '../../../core/text/storable.ts'
import { fromSnapshot } from '../../memory-values.ts'
import type { Queries } from '../connection/queries.ts'
import { presentProject } from '../projects/project-store.ts'
import { insertMemory, insertRevision } from './memory-rows.ts'

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

/** JSON that PostgreSQL keeps as such, so it comes back as a value. */
export interface ArchiveRow<Kind extends 'revision' | 'archive' = 'revision'> extends ScopeAddress {
  readonly snapshot: Kind extends 'archive' ? Archived : Memory
}

export async function archiveMemory(
  queries: Queries,
  reader: MemoryReader,
  id: string,
  at: string,
  { archive, along = [] }: { archive: boolean; along?: readonly string[] },
): Promise<boolean> {
  const states: Archived[] = []
  for (const each of [id, ...along]) {
    const memory = await reader.find(each)
    if (memory) states.push(await archivedState(queries, reader, memory))
  }
  const [first, ...others] = states
  if (first?.memory.id !== id) return false
  if (archive) {
    const snapshot = toJson({ ...first, along: others } satisfies Archived)
    await queries.insert('memory_archive', { ...tombstone(first.memory, at), snapshot })
  }
  for (const { memory } of states) {
    await queries.run('DELETE FROM memories WHERE organisation_id = $1 AND id = $2', memory.id)
    await queries.insert('memory_tombstones', tombstone(memory, at), replacing)
  }
  return true
}

function tombstone({ id, scope, scopeId }: Memory, forgottenAt: string) {
  return { id, scope, scopeId, forgottenAt }
}

const replacing = `ON CONFLICT (organisation_id, id)
  DO UPDATE SET forgotten_at = excluded.forgotten_at`

/** As it was, but at its present address: its project may have been merged into another. */
export function archivedMemory({ snapshot, scope, scopeId }: ArchiveRow<'archive'>): Memory {
  return { ...fromSnapshot(snapshot.memory), scope, scopeId }
}

/** @returns the memory, then those forgotten along with it; none if the archive lacks it */
export async function unarchiveMemory(queries: Queries, id: string): Promise<Memory[]> {
  const row = await queries.find<ArchiveRow<'archive'>>(
    'SELECT * FROM memory_archive WHERE organisation_id = $1 AND id = $2',
    id,
  )
  if (!row) return []
  const restored = [await restoreState(queries, archivedMemory(row), row.snapshot)]
  for (const other of row.snapshot.along ?? []) {
    const memory = fromSnapshot(other.memory)
    const { scope, scopeId } = memory
    const present = scope === 'project' ? await presentProject(queries, scopeId) : scopeId
    restored.push(await restoreState(queries, { ...memory, scopeId: present }, other))
  }
  await queries.run('DELETE FROM memory_archive WHERE organisation_id = $1 AND id = $2', id)
  return restored
}

async function restoreState(queries: Queries, memory: Memory, archived: Archived): Promise<Memory> {
  const { supersededBy, ...rest } = memory
  const isThere = supersededBy !== undefined && (await exists(queries, supersededBy))
  const restored = { ...rest, supersededBy: isThere ? supersededBy : undefined }
  await insertMemory(queries, restored, archived.versionFrom)
  await restoreRelations(queries, restored, archived)
  await queries.run(
    'DELETE FROM memory_tombstones WHERE organisation_id = $1 AND id = $2',
    memory.id,
  )
  return restored
}

async function archivedState(
  queries: Queries,
  reader: MemoryReader,
  memory: Memory,
): Promise<Archived> {
  const { id } = memory
  const [versionFrom = ''] = await queries.texts(
    'SELECT version_from FROM memories WHERE organisation_id = $1 AND id = $2',
    id,
  )
  return {
    memory,
    versionFrom,
    sources: await reader.sources(id),
    links: await reader.links(id),
    revisions: await reader.revisions(id),
    superseded: await queries.texts(
      'SELECT id FROM memories WHERE organisation_id = $1 AND superseded_by = $2',
      id,
    ),
  }
}

/** Leaves out links to memories that are gone meanwhile. */
async function restoreRelations(
  queries: Queries,
  memory: Memory,
  archived: Archived,
): Promise<void> {
  const { id } = memory
  for (const { type, ref } of archived.sources) {
    await queries.insert('memory_sources', { memoryId: id, type, ref })
  }
  for (const link of archived.links) {
    const other = link.from === id ? link.to : link.from
    if (await exists(queries, other)) await insertLink(queries, link)
  }
  for (const revision of archived.revisions) {
    // Follows its project into the one it was merged into; earlier addresses stay.
    const isHere = isSameAddress(revision.memory, archived.memory)
    await insertRevision(queries, revision, isHere ? memory : revision.memory)
  }
  await queries.run(
    `UPDATE memories SET superseded_by = $2 WHERE organisation_id = $1
     AND superseded_by IS NULL AND valid_to IS NOT NULL AND id = ANY($3)`,
    id,
    archived.superseded,
  )
}

/** @returns false if the link exists */
export async function insertLink(
  queries: Queries,
  { from: fromId, to: toId, relation, createdAt }: MemoryLink,
): Promise<boolean> {
  const row = { fromId, toId, relation, createdAt }
  return (await queries.insert('memory_links', row, 'ON CONFLICT DO NOTHING')) > 0
}

function exists(queries: Queries, id: string): Promise<boolean> {
  return queries.has('SELECT FROM memories WHERE organisation_id = $1 AND id = $2', id)
}
