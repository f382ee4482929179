/** Moves all memories of an address to another, and back. */
import type { Memory, ScopeAddress } from '../../../core/model/memory.ts'
import type { MemoryChange, MovedMemories, MovedVersion } from '../../../core/ports/memory-store.ts'
import type { Queries } from '../connection/queries.ts'
import { findValid, updateMemoryRow } from './memory-changes.ts'
import { selectMemories, selectMemory } from './memory-rows.ts'

export interface Move {
  readonly moved: MovedMemories
  /** As they are now, with the candidates that they confirmed. */
  readonly memories: readonly Memory[]
}

export async function moveMemories(
  queries: Queries,
  from: ScopeAddress,
  to: ScopeAddress,
  at: string,
): Promise<Move> {
  const here = 'scope = $2 AND scope_id = $3'
  const had = (columns: string, table: string, order: string) =>
    queries.list<MovedVersion>(
      `SELECT ${columns} FROM ${table} WHERE organisation_id = $1 AND ${here} ORDER BY ${order}`,
      from.scope,
      from.scopeId,
    )
  const moving = await selectMemories(queries, `AND ${here} ORDER BY id`, from.scope, from.scopeId)
  const forgotten = await had('id, 0 AS version', 'memory_tombstones', 'id')
  const revisions = await had('memory_id AS id, version', 'memory_revisions', 'memory_id, version')
  const gaveWay: string[] = []
  const confirmed: Memory[] = []
  for (const memory of moving) {
    if (memory.validTo !== undefined) continue
    const change = await makeRoom(queries, memory, from, to)
    if (!change) continue
    confirmed.push(...(await passConfirmation(queries, memory, change.supersededBy, at)))
    await updateMemoryRow(queries, memory.id, change, at)
    gaveWay.push(memory.id)
  }
  for (const table of ['memories', 'memory_revisions', 'memory_archive', 'memory_tombstones']) {
    await queries.run(
      `UPDATE ${table} SET scope = $4, scope_id = $5 WHERE organisation_id = $1 AND ${here}`,
      ...[from.scope, from.scopeId, to.scope, to.scopeId],
    )
  }
  const versions = moving.map(({ id, version }) => ({ id, version }))
  return {
    moved: { memories: [...versions, ...forgotten], revisions, gaveWay },
    memories: [...(await readBack(queries, versions)), ...confirmed],
  }
}

/** @returns the memories that moved back */
export async function moveMemoriesBack(
  queries: Queries,
  { memories, revisions }: MovedMemories,
  from: ScopeAddress,
  to: ScopeAddress,
): Promise<Memory[]> {
  const change = (table: string, condition: string, ...values: (string | number)[]) =>
    queries.run(
      `UPDATE ${table} SET scope = $2, scope_id = $3
       WHERE organisation_id = $1 AND scope = $4 AND scope_id = $5 AND ${condition}`,
      to.scope,
      to.scopeId,
      from.scope,
      from.scopeId,
      ...values,
    )
  const back: MovedVersion[] = []
  for (const moved of memories) {
    await change('memory_archive', 'id = $6', moved.id)
    await change('memory_tombstones', 'id = $6', moved.id)
    await change('memory_revisions', 'memory_id = $6 AND version >= $7', moved.id, moved.version)
    if ((await change('memories', 'id = $6', moved.id)) > 0) back.push(moved)
  }
  for (const { id, version } of revisions) {
    await change('memory_revisions', 'memory_id = $6 AND version = $7', id, version)
  }
  return readBack(queries, back)
}

/** What must change for a memory to be unique by key and by content at its new address. */
async function makeRoom(
  queries: Queries,
  { key, contentHash }: Memory,
  from: ScopeAddress,
  to: ScopeAddress,
): Promise<MemoryChange | undefined> {
  const owner = key === undefined ? undefined : await findValid(queries, to, { key })
  if (key !== undefined && !owner) return undefined
  const findSame = (address: ScopeAddress) => findValid(queries, address, { contentHash })
  const isSame = owner?.contentHash === contentHash
  const twin = isSame ? owner : ((await findSame(to)) ?? (owner ? await findSame(from) : undefined))
  if (twin) return { supersededBy: twin.id }
  return owner && { key: null }
}

/** A candidate that says the same is confirmed by the memory that gives way to it. */
async function passConfirmation(
  queries: Queries,
  { standing, confirmation }: Memory,
  twinId: string | undefined,
  at: string,
): Promise<Memory[]> {
  const twin = twinId === undefined ? undefined : await selectMemory(queries, 'id = $2', twinId)
  if (twin?.standing !== 'candidate' || confirmation === undefined) return []
  return [await updateMemoryRow(queries, twin.id, { standing, confirmation }, at)]
}

async function readBack(queries: Queries, memories: readonly { id: string }[]): Promise<Memory[]> {
  const ids = memories.map(({ id }) => id)
  return selectMemories(queries, 'AND id = ANY($2) ORDER BY id', ids)
}
