/** Memories as rows and as JSON. */
import type { Memory } from '../../../core/model/memory.ts'
import type { MemoryRevision } from '../../../core/ports/memory-store.ts'
import { toJson } from '../../../core/text/visible-text.ts'
import { toValue } from '../../column-names.ts'
import { fromSnapshot, toAuthor } from '../../memory-values.ts'
import type { Database } from '../connection/database.ts'
import type { Columns, Row } from '../connection/rows.ts'
import type { BoundValues } from '../connection/statement.ts'

/** The first memory that satisfies the condition. */
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

/** The columns of what is given; null clears. */
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

interface StoredMemory
  extends Omit<Memory, 'contentHash' | 'tags' | 'keywords' | 'files' | 'author'> {
  /** Hexadecimal where it comes from a snapshot. */
  readonly contentHash: Uint8Array | string
  readonly tags: string
  readonly keywords: string
  readonly files: string
  readonly gitCommit: string | undefined
  readonly authorId: string | undefined
  readonly authorName: string | undefined
  readonly versionFrom?: string
}

export function toMemory(row: Row): Memory {
  const {
    contentHash,
    gitCommit,
    authorId,
    authorName,
    versionFrom: _,
    ...stored
  } = toValue<StoredMemory>(row)
  return {
    ...stored,
    key: stored.key || undefined,
    contentHash:
      typeof contentHash === 'string' ? contentHash : Buffer.from(contentHash).toString('hex'),
    tags: JSON.parse(stored.tags),
    keywords: JSON.parse(stored.keywords),
    files: JSON.parse(stored.files),
    pinned: row.pinned === 1,
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
