/** Converts memories to rows and JSON. */

import { ThroughlineError } from '../../../contract/errors.ts'
import type { Memory, ScopeAddress } from '../../../core/model/memory.ts'
import type { MemoryChange, MemoryRevision } from '../../../core/ports/memory-store.ts'
import { toJson } from '../../../core/text/visible-text.ts'
import { toValue } from '../../column-names.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'
import type { BoundValues, Columns, Row } from '../connection/statement.ts'

/** Returns the first memory that meets the condition. */
export function selectMemory(
  database: Database,
  condition: string,
  ...values: BoundValues
): Memory | undefined {
  const row = database.get(`SELECT * FROM memories WHERE ${condition}`, ...values)
  return row && toMemory(row)
}

/** @param selection what follows `FROM memories` */
export function selectMemories(
  database: Database,
  selection: string,
  ...values: BoundValues
): Memory[] {
  return database.all(`SELECT memories.* FROM memories ${selection}`, ...values).map(toMemory)
}

export function insertMemory(database: Database, memory: Memory, versionFrom: string): void {
  const columns = memoryColumns({ ...memory, key: memory.key ?? null })
  database.insert('memories', { ...columns, versionFrom })
}

type MemoryMembers = { readonly [Name in keyof Memory]?: Memory[Name] | null | undefined }

/** The columns of the given members; null clears one. */
export function memoryColumns(change: MemoryMembers): Columns {
  const { key, contentHash, tags, keywords, files, pinned, commit, author, ...rest } = change
  return {
    ...rest,
    key: key === null ? '' : key,
    contentHash: contentHash === undefined ? undefined : Buffer.from(contentHash ?? '', 'hex'),
    tags: tags && toJson(tags),
    keywords: keywords && toJson(keywords),
    files: files && toJson(files),
    pinned: pinned === undefined ? undefined : Number(pinned),
    gitCommit: commit,
    authorId: author === null ? null : author?.id,
    authorName: author === null ? null : author?.name,
  }
}

interface MemoryRow extends Omit<Memory, 'contentHash' | 'author' | 'commit'> {
  /** Hexadecimal if it comes from a snapshot. */
  readonly contentHash: Uint8Array | string
  readonly gitCommit: string | undefined
  readonly authorId: string | undefined
  readonly authorName: string | undefined
  readonly versionFrom?: string
}

const form = rowForm<MemoryRow>({ json: ['tags', 'keywords', 'files'], flags: ['pinned'] })

export function toMemory(row: Row): Memory {
  const stored = form.read(toValue<object>(row))
  const { contentHash: hash, gitCommit, authorId, authorName, versionFrom: _, ...rest } = stored
  return {
    ...rest,
    key: rest.key || undefined,
    contentHash: typeof hash === 'string' ? hash : Buffer.from(hash).toString('hex'),
    commit: gitCommit,
    author: toAuthor(authorId, authorName),
  }
}

export function insertRevision(
  database: Database,
  { validFrom, validTo, memory }: MemoryRevision,
  { scope, scopeId } = memory,
): void {
  const { id: memoryId, version } = memory
  const snapshot = toJson(memory)
  const revision = { memoryId, version, scope, scopeId, validFrom, validTo, snapshot }
  database.insert('memory_revisions', revision)
}

export function parseMemory(text: string): Memory {
  return fromSnapshot(JSON.parse(text) as Memory)
}

/** Stores the former version as a revision. */
export function updateMemoryRow(
  database: Database,
  id: string,
  change: MemoryChange,
  at: string,
): Memory {
  return writeVersion(database, id, at, (since) => ({
    ...memoryColumns(change),
    // A version whose validity ends where it starts is never valid.
    ...(change.supersededBy !== undefined && { validTo: since }),
    ...(change.confirmation !== undefined && { confirmedAt: change.confirmation && since }),
  }))
}

export function reopenMemory(database: Database, id: string, at: string): Memory {
  const memory = selectMemory(database, 'id = ?', id)
  if (memory && memory.validTo === undefined) return memory
  if (memory) refuseTaken(database, memory)
  database.run("DELETE FROM memory_links WHERE to_id = ? AND relation = 'supersedes'", id)
  return writeVersion(database, id, at, () => ({ validTo: null, supersededBy: null }))
}

function writeVersion(
  database: Database,
  id: string,
  at: string,
  columns: (since: string) => Columns,
): Memory {
  const row = database.get('SELECT * FROM memories WHERE id = ?', id)
  if (!row) throw new ThroughlineError('not-found', `there is no memory "${id}"`)
  const former = toMemory(row)
  const validFrom = String(row.version_from)
  // The clock may have been set back; a version must not end before it starts.
  const since = at > validFrom ? at : validFrom
  insertRevision(database, { validFrom, validTo: since, memory: former })
  database.update('memories', id, {
    ...columns(since),
    version: former.version + 1,
    versionFrom: since,
    updatedAt: since,
  })
  const written = selectMemory(database, 'id = ?', id) ?? former
  // Checks carry over to the new version, unless its text changed.
  const isSameText = written.content === former.content && written.commit === former.commit
  if (isSameText && isSameList(written.files, former.files)) {
    database.run(
      'UPDATE memory_checks SET version = ? WHERE memory_id = ? AND version = ?',
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
  const taken = findValid(
    database,
    { scope, scopeId },
    key === undefined ? { contentHash } : { key },
  )
  if (!taken) return
  const what = key === undefined ? 'says the same' : `has the key "${key}"`
  throw new ThroughlineError('conflict', `memory "${taken.id}" ${what} as "${id}" by now`)
}

/** Finds the valid memory at an address by key or, without a key, by content. */
export function findValid(
  database: Database,
  { scope, scopeId }: ScopeAddress,
  { key, contentHash }: { readonly key?: string; readonly contentHash?: string },
): Memory | undefined {
  // Two queries, each with its own index: a search by either in 20,000 memories took minutes.
  const valid = 'scope = ? AND scope_id = ? AND valid_to IS NULL'
  if (key !== undefined) {
    return selectMemory(database, `${valid} AND key = ? AND key <> ''`, scope, scopeId, key)
  }
  const hash = Buffer.from(contentHash ?? '', 'hex')
  return selectMemory(database, `${valid} AND content_hash = ? AND key = ''`, scope, scopeId, hash)
}

export function countUse(database: Database, ids: readonly string[], at: string): void {
  database.run(
    `UPDATE memories SET use_count = use_count + 1, last_used_at = ?
     WHERE id IN (SELECT value FROM json_each(?))`,
    at,
    JSON.stringify(ids),
  )
}

function toAuthor(id: string | undefined, name: string | undefined): Memory['author'] {
  return id === undefined ? undefined : { id, name: name ?? '' }
}

/** Restores a memory from JSON: members that JSON omits become undefined. */
function fromSnapshot(memory: Memory): Memory {
  const { key, author, confirmation, confirmedAt, host } = memory
  const { validTo, supersededBy, lastUsedAt, commit } = memory
  const optional = {
    key,
    author,
    confirmation,
    confirmedAt,
    host,
    validTo,
    supersededBy,
    lastUsedAt,
    commit,
  }
  return { ...memory, ...optional }
}
