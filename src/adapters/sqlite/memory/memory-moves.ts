/** Moves all memories of an address to another, and back. */
import type { Memory, ScopeAddress } from '../../../core/model/memory.ts'
import type { MemoryChange, MovedMemories, MovedVersion } from '../../../core/ports/memory-store.ts'
import type { Database } from '../connection/database.ts'
import { findValid, updateMemoryRow } from './memory-changes.ts'
import { selectMemories, selectMemory } from './memory-rows.ts'

export interface Move {
  readonly moved: MovedMemories
  /** As they are now, with the candidates that they confirmed. */
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
  const gaveWay: string[] = []
  const confirmed: Memory[] = []
  for (const memory of moving) {
    if (memory.validTo !== undefined) continue
    const change = makeRoom(database, memory, from, to)
    if (!change) continue
    confirmed.push(...passConfirmation(database, memory, change.supersededBy, at))
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

/** What must change for a memory to be unique by key and by content at its new address. */
function makeRoom(
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

/** A candidate that says the same is confirmed by the memory that gives way to it. */
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
