/**
 * Keeps the search index in step with what is shared, in the transaction that writes it, so that recall
 * is never behind and never finds what was removed.
 */
import { memoryDocument } from '../../../core/indexing/documents.ts'
import type { StoredMemory } from '../../../core/ports/team/team-sync-store.ts'
import { asMemory } from '../../../core/team/recall/create-shared-recall.ts'
import { sha256 } from '../../ids.ts'
import type { Queries } from '../connection/queries.ts'
import { putDocuments, removeDocuments } from '../search/search-documents.ts'
import { stateColumns, toState } from '../sync/state-rows.ts'
import { personalPrefix } from './personal-terms.ts'

/** @param ids of memories that were written or removed */
export async function indexShared(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await queries.all(
    `SELECT ${stateColumns}, p.person_id FROM shared_memories AS m
     JOIN shared_projects AS p ON p.organisation_id = $1 AND p.id = m.project_id
     WHERE m.organisation_id = $1 AND m.id = ANY ($2::uuid[]) AND m.type = 'memory'`,
    ids,
  )
  const alive = rows.map(({ person_id: person, ...row }) => ({
    prefix: person === null ? '' : personalPrefix(String(person)),
    memory: toState(row) as StoredMemory,
  }))
  const found = new Set(alive.map(({ memory }) => memory.id))
  await removeShared(
    queries,
    ids.filter((id) => !found.has(id)),
  )
  for (const [prefix, group] of Map.groupBy(alive, (each) => each.prefix)) {
    const documents = group.map(({ memory }) => ({
      ...memoryDocument(asMemory(memory, sha256)),
      version: memory.version,
    }))
    await putDocuments(queries, documents, prefix)
  }
}

export async function removeShared(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const keys = ids.map((id) => ({ type: 'memory' as const, id }))
  await removeDocuments(queries, keys)
}
