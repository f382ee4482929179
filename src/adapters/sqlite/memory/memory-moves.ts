/** Changes of address of all that one has, and back. */
import type { Memory, ScopeAddress } from '../../../core/model/memory.ts'
import type { MemoryChange, MovedMemories, MovedVersion } from '../../../core/ports/memory-store.ts'
import type { Database, Row } from '../connection/database.ts'
import { updateMemoryRow } from './memory-changes.ts'
import { toMemory } from './memory-rows.ts'

export interface Move {
  readonly moved: MovedMemories
  /** As they are since. */
  readonly memories: readonly Memory[]
}

export function moveMemories(
  database: Database,
  from: ScopeAddress,
  to: ScopeAddress,
  at: string,
): Move {
  const places = [from.scope, from.scopeId, to.scope, to.scopeId]
  const had = (table: string, columns: string) =>
    database.all(
      `SELECT ${columns} FROM ${table} WHERE scope = ? AND scope_id = ? ORDER BY id`,
      from.scope,
      from.scopeId,
    )
  const moving = had('memories', '*').map(toMemory)
  const forgotten = had('memory_tombstones', 'id, 0 AS version').map(toVersion)
  const revisions = had('memory_revisions', 'memory_id AS id, version').map(toVersion)
  const gaveWay: string[] = []
  for (const memory of moving) {
    if (memory.validTo !== undefined) continue
    const change = makeRoom(database, memory, from, to)
    if (!change) continue
    updateMemoryRow(database, memory.id, change, at)
    gaveWay.push(memory.id)
  }
  for (const table of ['memories', 'memory_revisions', 'memory_archive', 'memory_tombstones']) {
    database.run(
      `UPDATE ${table} SET scope = ?3, scope_id = ?4 WHERE scope = ?1 AND scope_id = ?2`,
      ...places,
    )
  }
  const versions = moving.map(({ id, version }) => ({ id, version }))
  return {
    moved: { memories: [...versions, ...forgotten], revisions, gaveWay },
    memories: readBack(database, versions),
  }
}

/** @returns the memories that are back */
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

/** What must change for a memory to be unique by key and by content at its new address. */
function makeRoom(
  database: Database,
  { key, contentHash }: Memory,
  from: ScopeAddress,
  to: ScopeAddress,
): MemoryChange | undefined {
  const hash = Buffer.from(contentHash, 'hex')
  const find = ({ scope, scopeId }: ScopeAddress, condition: string, value: string | Buffer) => {
    const row = database.get(
      `SELECT * FROM memories WHERE scope = ? AND scope_id = ? AND valid_to IS NULL AND ${condition}`,
      scope,
      scopeId,
      value,
    )
    return row && toMemory(row)
  }
  // Each by an index: among 20,000 memories, a search for either at once took minutes.
  const findSame = (address: ScopeAddress) => find(address, "content_hash = ? AND key = ''", hash)
  const owner = key === undefined ? undefined : find(to, "key = ? AND key <> ''", key)
  if (key !== undefined && !owner) return undefined
  const isSame = owner?.contentHash === contentHash
  const twin = isSame ? owner : (findSame(to) ?? (owner && findSame(from)))
  if (twin) return { supersededBy: twin.id }
  return owner && { key: null }
}

function readBack(database: Database, memories: readonly { id: string }[]): Memory[] {
  return memories.flatMap(({ id }) => {
    const row = database.get('SELECT * FROM memories WHERE id = ?', id)
    return row ? [toMemory(row)] : []
  })
}

function toVersion(row: Row): MovedVersion {
  return { id: String(row.id), version: Number(row.version) }
}
