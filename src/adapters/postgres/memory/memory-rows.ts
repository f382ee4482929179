/** Memories as rows and as JSON. */
import type { Memory } from '../../../core/model/memory.ts'
import type { MemoryRevision } from '../../../core/ports/memory-store.ts'
import { toJson } from '../../../core/text/storable.ts'
import { toValue } from '../../column-names.ts'
import { toAuthor } from '../../memory-values.ts'
import type { Queries } from '../connection/queries.ts'
import type { Columns, Row, Value } from '../connection/values.ts'

/** The first memory that satisfies the condition. */
export async function selectMemory(
  queries: Queries,
  condition: string,
  ...values: readonly Value[]
): Promise<Memory | undefined> {
  const sql = `SELECT * FROM memories WHERE organisation_id = $1 AND ${condition} LIMIT 1`
  const row = await queries.get(sql, ...values)
  return row && toMemory(row)
}

/** @param selection what follows the condition that they are of the organisation */
export async function selectMemories(
  queries: Queries,
  selection: string,
  ...values: readonly Value[]
): Promise<Memory[]> {
  const sql = `SELECT * FROM memories WHERE organisation_id = $1 ${selection}`
  return (await queries.all(sql, ...values)).map(toMemory)
}

export async function insertMemory(
  queries: Queries,
  memory: Memory,
  versionFrom: string,
): Promise<void> {
  const columns = memoryColumns({ ...memory, key: memory.key ?? null })
  await queries.insert('memories', { ...columns, versionFrom })
}

type MemoryMembers = { readonly [Name in keyof Memory]?: Memory[Name] | null | undefined }

/** The columns of what is given; null clears. */
export function memoryColumns(change: MemoryMembers): Columns {
  const { key, contentHash, tags, keywords, files, commit, author, ...rest } = change
  return {
    ...rest,
    key: key === null ? '' : key,
    contentHash: contentHash === undefined ? undefined : Buffer.from(contentHash ?? '', 'hex'),
    tags: tags && toJson(tags),
    keywords: keywords && toJson(keywords),
    files: files && toJson(files),
    gitCommit: commit,
    authorId: author === null ? null : author?.id,
    authorName: author === null ? null : author?.name,
  }
}

interface StoredMemory extends Omit<Memory, 'contentHash' | 'author'> {
  readonly contentHash: Uint8Array
  readonly gitCommit: string | undefined
  readonly authorId: string | undefined
  readonly authorName: string | undefined
  readonly versionFrom?: string
}

export function toMemory({ organisation_id: _organisation, ...row }: Row): Memory {
  const stored = toValue<StoredMemory>(row)
  const { contentHash, gitCommit, versionFrom: _, authorId, authorName, ...memory } = stored
  return {
    ...memory,
    key: memory.key || undefined,
    contentHash: Buffer.from(contentHash).toString('hex'),
    commit: gitCommit,
    author: toAuthor(authorId, authorName),
  }
}

export async function insertRevision(
  queries: Queries,
  { validFrom, validTo, memory }: MemoryRevision,
  { scope, scopeId } = memory,
): Promise<void> {
  const { id: memoryId, version, author } = memory
  const revision = { memoryId, version, scope, scopeId, validFrom, validTo }
  await queries.insert('memory_revisions', {
    ...revision,
    authorId: author?.id,
    authorName: author?.name,
    snapshot: toJson(memory),
  })
}
