/** Documents as ranking reads them. */
import type { RankingFacts, ScopeRef } from '../../../core/model/search-document.ts'
import type { IndexedDocument } from '../../../core/ports/search-index.ts'
import type { Queries } from '../connection/queries.ts'
import type { Value } from '../connection/values.ts'

/** Where the facts about a memory are read from: they are not copied into the index. */
export interface FactSource {
  readonly columns: string
  /** What follows documents `d`. */
  readonly joins: string
}

export const factsOfMemories: FactSource = {
  columns: `m.importance, coalesce(m.pinned, false) AS pinned, coalesce(m.use_count, 0) AS uses,
  m.last_used_at, coalesce(c.stale, false) AS stale,
  coalesce(m.standing = 'candidate', false) AS candidate`,
  joins: `LEFT JOIN memories AS m ON m.organisation_id = $1 AND d.type = 'memory' AND m.id = d.id
  LEFT JOIN file_checks AS c
    ON c.organisation_id = $1 AND c.memory_id = m.id AND c.version = m.version`,
}

/** Pins and uses are each machine's own. What the index has and is no longer shared is not found. */
export const factsOfSharedMemories: FactSource = {
  columns: `(s.text ->> 'importance')::double precision AS importance, false AS pinned, 0 AS uses,
  false AS stale, false AS candidate`,
  joins: `JOIN shared_memories AS s ON s.organisation_id = $1 AND s.type = 'memory'
    AND s.id = d.id::uuid AND s.version = d.version AND s.project_id = d.scope_id::uuid`,
}

export const documentColumns = ({ columns }: FactSource) =>
  `d.number AS "order", d.type, d.id, d.scope, d.scope_id, d.at, d.project_id,
  d.host, d.session_id, d.position, d.branch, d.kind, t.terms, t.files, ${columns}`

/** What follows documents `d`. */
export const documentJoins = ({ joins }: FactSource) =>
  `JOIN search_texts AS t ON t.organisation_id = $1 AND t.number = d.number ${joins}`

/** @param selection what follows the condition that they are of the organisation */
export async function selectDocuments(
  queries: Queries,
  facts: FactSource,
  selection: string,
  ...values: readonly Value[]
): Promise<IndexedDocument[]> {
  const stored = await queries.list<StoredDocument>(
    `SELECT ${documentColumns(facts)} FROM search_documents AS d ${documentJoins(facts)}
     WHERE d.organisation_id = $1 ${selection}`,
    ...values,
  )
  return stored.map(toIndexedDocument)
}

export type StoredDocument = Omit<IndexedDocument, 'scope' | 'facts' | 'files'> &
  ScopeRef &
  RankingFacts & { readonly files: string }

export function toIndexedDocument(stored: StoredDocument): IndexedDocument {
  const { scope, scopeId, importance, pinned, uses, lastUsedAt, ...rest } = stored
  const { stale, candidate, files, ...document } = rest
  return {
    ...document,
    scope: { scope, scopeId },
    facts: { importance, uses, lastUsedAt, pinned, stale, candidate },
    files: files === '' ? [] : files.split('\n'),
  }
}
