/** Memories as rows and as JSON. */
import type { Memory, MemoryLink, MemorySource } from '../../../core/model/memory.ts'
import type { MemoryChange, MemoryRevision } from '../../../core/ports/memory-store.ts'
import type { MemoryFacts } from '../../../core/ports/review-store.ts'
import type { Row } from '../connection/database.ts'
import { orNull, orUndefined } from '../connection/rows.ts'

/** Which member of a memory each column keeps. */
export const memoryColumns = {
  id: 'id',
  scope: 'scope',
  scope_id: 'scopeId',
  key: 'key',
  kind: 'kind',
  content: 'content',
  content_hash: 'contentHash',
  tags: 'tags',
  keywords: 'keywords',
  importance: 'importance',
  source: 'source',
  trust: 'trust',
  host: 'host',
  pinned: 'pinned',
  valid_from: 'validFrom',
  valid_to: 'validTo',
  superseded_by: 'supersededBy',
  use_count: 'useCount',
  last_used_at: 'lastUsedAt',
  files: 'files',
  git_commit: 'commit',
  version: 'version',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
} as const satisfies Record<string, keyof Memory>

export function fromMemory(memory: Memory): Row {
  return {
    id: memory.id,
    scope: memory.scope,
    scope_id: memory.scopeId,
    key: memory.key ?? '',
    kind: memory.kind,
    content: memory.content,
    content_hash: Buffer.from(memory.contentHash, 'hex'),
    tags: JSON.stringify(memory.tags),
    keywords: JSON.stringify(memory.keywords),
    importance: memory.importance,
    source: memory.source,
    trust: memory.trust,
    host: orNull(memory.host),
    pinned: Number(memory.pinned),
    valid_from: memory.validFrom,
    valid_to: orNull(memory.validTo),
    superseded_by: orNull(memory.supersededBy),
    use_count: memory.useCount,
    last_used_at: orNull(memory.lastUsedAt),
    files: JSON.stringify(memory.files),
    git_commit: orNull(memory.commit),
    version: memory.version,
    created_at: memory.createdAt,
    updated_at: memory.updatedAt,
  }
}

export function toMemory(row: Row): Memory {
  return {
    ...toMemoryFacts(row),
    key: row.key ? String(row.key) : undefined,
    content: String(row.content),
    contentHash: toHex(row.content_hash),
    tags: toList(row.tags),
    keywords: toList(row.keywords),
    host: orUndefined(row.host),
    validTo: orUndefined(row.valid_to),
    supersededBy: orUndefined(row.superseded_by),
    lastUsedAt: orUndefined(row.last_used_at),
    commit: orUndefined(row.git_commit),
  }
}

export function toMemoryFacts(row: Row): MemoryFacts {
  return {
    id: String(row.id),
    scope: row.scope as Memory['scope'],
    scopeId: String(row.scope_id),
    kind: row.kind as Memory['kind'],
    importance: Number(row.importance),
    source: row.source as Memory['source'],
    trust: row.trust as Memory['trust'],
    pinned: row.pinned === 1,
    validFrom: String(row.valid_from),
    useCount: Number(row.use_count),
    files: toList(row.files),
    version: Number(row.version),
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
  }
}

export function changedColumns(change: MemoryChange): Row {
  const { key, contentHash, tags, keywords, files, pinned } = change
  return {
    ...(change.scope !== undefined && { scope: change.scope }),
    ...(change.scopeId !== undefined && { scope_id: change.scopeId }),
    ...(key !== undefined && { key: key ?? '' }),
    ...(change.kind !== undefined && { kind: change.kind }),
    ...(change.content !== undefined && { content: change.content }),
    ...(contentHash !== undefined && { content_hash: Buffer.from(contentHash, 'hex') }),
    ...(tags !== undefined && { tags: JSON.stringify(tags) }),
    ...(keywords !== undefined && { keywords: JSON.stringify(keywords) }),
    ...(change.importance !== undefined && { importance: change.importance }),
    ...(change.source !== undefined && { source: change.source }),
    ...(change.trust !== undefined && { trust: change.trust }),
    ...(change.host !== undefined && { host: change.host }),
    ...(pinned !== undefined && { pinned: Number(pinned) }),
    ...(change.supersededBy !== undefined && { superseded_by: change.supersededBy }),
    ...(files !== undefined && { files: JSON.stringify(files) }),
    ...(change.commit !== undefined && { git_commit: change.commit }),
  }
}

export function toSource(row: Row): MemorySource {
  return { type: row.type as MemorySource['type'], ref: String(row.ref) }
}

export function toLink(row: Row): MemoryLink {
  return {
    from: String(row.from_id),
    relation: row.relation as MemoryLink['relation'],
    to: String(row.to_id),
    createdAt: String(row.created_at),
  }
}

export function toRevision(row: Row): MemoryRevision {
  return {
    validFrom: String(row.valid_from),
    validTo: String(row.valid_to),
    memory: {
      ...parseMemory(String(row.snapshot)),
      scope: row.scope as Memory['scope'],
      scopeId: String(row.scope_id),
    },
  }
}

/** What JSON leaves out is undefined again. */
export function parseMemory(text: string): Memory {
  const { key, host, validTo, supersededBy, lastUsedAt, commit, ...rest } = JSON.parse(
    text,
  ) as Memory
  return { ...rest, key, host, validTo, supersededBy, lastUsedAt, commit }
}

function toList(text: Row[string] | undefined): string[] {
  return JSON.parse(String(text)) as string[]
}

function toHex(value: Row[string] | undefined): string {
  return typeof value === 'string' ? value : Buffer.from(value as Uint8Array).toString('hex')
}
