/** Documents as ranking reads them. */
import type { RankingFacts, ScopeRef } from '../../../core/model/search-document.ts'
import type { IndexedDocument } from '../../../core/ports/search-index.ts'
import type { Queries } from '../connection/queries.ts'
import type { Value } from '../connection/values.ts'

/** Importance is not copied into the index. Pins and uses are each machine's own. */
export const documentColumns = `d.number AS "order", d.type, d.id, d.scope, d.scope_id, d.at,
  d.project_id, d.host, d.session_id, d.position, d.branch, d.kind, t.terms, t.files,
  (s.text ->> 'importance')::double precision AS importance, false AS pinned, 0 AS uses,
  false AS stale, false AS candidate`

/** What follows documents `d`. What the index has and is no longer shared is not found. */
export const documentJoins = `JOIN search_texts AS t
    ON t.organisation_id = $1 AND t.number = d.number
  JOIN shared_memories AS s ON s.organisation_id = $1 AND s.type = 'memory'
    AND s.id = d.id::uuid AND s.version = d.version AND s.project_id = d.scope_id::uuid`

/** @param selection what follows the condition that they are of the organisation */
export async function selectDocuments(
  queries: Queries,
  selection: string,
  ...values: readonly Value[]
): Promise<IndexedDocument[]> {
  const stored = await queries.list<StoredDocument>(
    `SELECT ${documentColumns} FROM search_documents AS d ${documentJoins}
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
