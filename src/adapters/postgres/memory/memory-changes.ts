/** Changes memories, and keeps the former version as a revision. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Memory, ScopeAddress } from '../../../core/model/memory.ts'
import type { MemoryChange } from '../../../core/ports/memory-store.ts'
import type { Queries } from '../connection/queries.ts'
import type { Columns } from '../connection/values.ts'
import { insertRevision, memoryColumns, selectMemory, toMemory } from './memory-rows.ts'

export function updateMemoryRow(
  queries: Queries,
  id: string,
  change: MemoryChange,
  at: string,
): Promise<Memory> {
  return writeVersion(queries, id, at, (since) => ({
    ...memoryColumns(change),
    // A version that begins when its validity ends is valid at no time.
    ...(change.supersededBy !== undefined && { validTo: since }),
    ...(change.confirmation !== undefined && { confirmedAt: change.confirmation && since }),
  }))
}

export async function reopenMemory(queries: Queries, id: string, at: string): Promise<Memory> {
  const memory = await selectMemory(queries, 'id = $2', id)
  if (memory && memory.validTo === undefined) return memory
  if (memory) await refuseTaken(queries, memory)
  await queries.run(
    `DELETE FROM memory_links WHERE organisation_id = $1 AND to_id = $2
     AND relation = 'supersedes'`,
    id,
  )
  return writeVersion(queries, id, at, () => ({ validTo: null, supersededBy: null }))
}

async function writeVersion(
  queries: Queries,
  id: string,
  at: string,
  columns: (since: string) => Columns,
): Promise<Memory> {
  const row = await queries.get('SELECT * FROM memories WHERE organisation_id = $1 AND id = $2', id)
  if (!row) throw new ThroughlineError('not-found', `there is no memory "${id}"`)
  const former = toMemory(row)
  const validFrom = String(row.version_from)
  // The clock may have been set back; a version must not end before it began.
  const since = at > validFrom ? at : validFrom
  await insertRevision(queries, { validFrom, validTo: since, memory: former })
  await queries.update('memories', id, {
    ...columns(since),
    version: former.version + 1,
    versionFrom: since,
    updatedAt: since,
  })
  const written = (await selectMemory(queries, 'id = $2', id)) ?? former
  // The check of its files holds for the new version, unless it names other files.
  if (written.commit === former.commit && isSameList(written.files, former.files)) {
    await queries.run(
      `UPDATE file_checks SET version = $2
       WHERE organisation_id = $1 AND memory_id = $3 AND version = $4`,
      written.version,
      id,
      former.version,
    )
  }
  return written
}

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((item, index) => item === other[index])

async function refuseTaken(
  queries: Queries,
  { id, scope, scopeId, key, contentHash }: Memory,
): Promise<void> {
  const wanted = key === undefined ? { contentHash } : { key }
  const taken = await findValid(queries, { scope, scopeId }, wanted)
  if (!taken) return
  const what = key === undefined ? 'says the same' : `has the key "${key}"`
  throw new ThroughlineError('conflict', `memory "${taken.id}" ${what} as "${id}" by now`)
}

/** The valid memory at an address with this key, or without a key and with this content. */
export function findValid(
  queries: Queries,
  { scope, scopeId }: ScopeAddress,
  { key, contentHash }: { readonly key?: string; readonly contentHash?: string },
): Promise<Memory | undefined> {
  const valid = 'scope = $2 AND scope_id = $3 AND valid_to IS NULL'
  if (key !== undefined) {
    return selectMemory(queries, `${valid} AND key = $4 AND key <> ''`, scope, scopeId, key)
  }
  const hash = Buffer.from(contentHash ?? '', 'hex')
  return selectMemory(queries, `${valid} AND content_hash = $4 AND key = ''`, scope, scopeId, hash)
}

export async function countUse(
  queries: Queries,
  ids: readonly string[],
  at: string,
): Promise<void> {
  await queries.run(
    `UPDATE memories SET use_count = use_count + 1, last_used_at = $2
     WHERE organisation_id = $1 AND id = ANY($3)`,
    at,
    ids,
  )
}
