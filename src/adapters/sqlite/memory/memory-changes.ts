/** Changes of memories that keep what was before. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Memory } from '../../../core/model/memory.ts'
import type { MemoryChange } from '../../../core/ports/memory-store.ts'
import type { Database, Row } from '../connection/database.ts'
import { insertRow, updateRow } from '../connection/rows.ts'
import { changedColumns, toMemory } from './memory-rows.ts'

export function updateMemoryRow(
  database: Database,
  id: string,
  change: MemoryChange,
  at: string,
): Memory {
  return writeVersion(database, id, at, (since) => ({
    ...changedColumns(change),
    // A version that begins when its validity ends is never found as of any time.
    ...(change.supersededBy !== undefined && { valid_to: since }),
  }))
}

export function reopenMemory(database: Database, id: string, at: string): Memory {
  const row = database.get('SELECT * FROM memories WHERE id = ?', id)
  if (row && row.valid_to === null) return toMemory(row)
  if (row) refuseTaken(database, toMemory(row))
  database.run("DELETE FROM memory_links WHERE to_id = ? AND relation = 'supersedes'", id)
  return writeVersion(database, id, at, () => ({ valid_to: null, superseded_by: null }))
}

function writeVersion(
  database: Database,
  id: string,
  at: string,
  columns: (since: string) => Row,
): Memory {
  const row = database.get('SELECT * FROM memories WHERE id = ?', id)
  if (!row) throw new ThroughlineError('not-found', `there is no memory "${id}"`)
  const former = toMemory(row)
  const from = String(row.version_from)
  // A clock that was set back must not make a version end before it began.
  const since = at > from ? at : from
  insertRow(database, 'memory_revisions', {
    memory_id: id,
    version: former.version,
    scope: former.scope,
    scope_id: former.scopeId,
    valid_from: from,
    valid_to: since,
    snapshot: JSON.stringify(former),
  })
  updateRow(database, 'memories', id, {
    ...columns(since),
    version: former.version + 1,
    version_from: since,
    updated_at: since,
  })
  const written = toMemory(database.get('SELECT * FROM memories WHERE id = ?', id) ?? row)
  // What was found out about its files holds for the new version, unless it names others.
  if (written.commit === former.commit && isSameList(written.files, former.files)) {
    database.run(
      'UPDATE file_checks SET version = ? WHERE memory_id = ? AND version = ?',
      written.version,
      id,
      former.version,
    )
  }
  return written
}

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((item, index) => item === other[index])

function refuseTaken(database: Database, { id, scope, scopeId, key, contentHash }: Memory): void {
  const place = 'scope = ? AND scope_id = ? AND valid_to IS NULL'
  const taken =
    key === undefined
      ? database.get(
          `SELECT id FROM memories WHERE ${place} AND content_hash = ? AND key = ''`,
          scope,
          scopeId,
          Buffer.from(contentHash, 'hex'),
        )
      : database.get(
          `SELECT id FROM memories WHERE ${place} AND key = ? AND key <> ''`,
          scope,
          scopeId,
          key,
        )
  if (!taken) return
  const what = key === undefined ? 'says the same' : `has the key "${key}"`
  throw new ThroughlineError('conflict', `memory "${taken.id}" ${what} as "${id}" by now`)
}

export function countUse(database: Database, ids: readonly string[], at: string): void {
  database.run(
    `UPDATE memories SET use_count = use_count + 1, last_used_at = ?
     WHERE id IN (SELECT value FROM json_each(?))`,
    at,
    JSON.stringify(ids),
  )
}
