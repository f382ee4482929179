/**
 * Updates the search index in the transaction that writes shared memories, so that recall never
 * lags and never finds removed ones.
 */
import { memoryDocument } from '../../../core/indexing/documents.ts'
import type { SearchReader, VocabularyTerm } from '../../../core/ports/search-index.ts'
import type { IndexRepair, StoredMemory } from '../../../core/ports/team/team-sync-store.ts'
import { asMemory } from '../../../core/team/recall/create-shared-recall.ts'
import { sha256 } from '../../ids.ts'
import type { Queries } from '../connection/queries.ts'
import type { TeamDatabase } from '../connection/team-database.ts'
import { putDocuments, removeDocuments, termPrefix } from '../search/search-documents.ts'
import { stateColumns, toState } from '../sync/sync-reader.ts'

/** @param ids of written or removed memories */
export async function indexShared(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await queries.all(
    `SELECT ${stateColumns}, p.person_id FROM shared_memories AS m
     JOIN shared_projects AS p ON p.organisation_id = $1 AND p.id = m.project_id
     WHERE m.organisation_id = $1 AND m.id = ANY ($2::uuid[]) AND m.type = 'memory'
     ORDER BY m.id`,
    ids,
  )
  const documents = rows.map(({ person_id: person, ...row }) => {
    const memory = toState(row) as StoredMemory
    const { version } = memory
    const document = memoryDocument(asMemory(memory, sha256))
    return { document, version, person: person === null ? undefined : String(person) }
  })
  const alive = new Set(documents.map(({ document }) => document.id))
  await removeDocuments(
    queries,
    ids.filter((id) => !alive.has(id)),
  )
  await putDocuments(queries, documents)
}

/** The index as seen by a person who also searches their own project. */
export function withPersonalTerms(index: SearchReader, person: string): SearchReader {
  const prefix = termPrefix(person)
  return {
    ...index,
    async frequencies(terms) {
      const { total, byTerm } = await index.frequencies(withPrefixed(terms, prefix))
      const count = (term: string) => byTerm.get(term) ?? 0
      const sums = terms.map((term) => [term, count(term) + count(prefix + term)] as const)
      return { total, byTerm: new Map(sums) }
    },
    async vocabulary(beginning, { least, most }) {
      const { length } = prefix
      const [shared, own] = await Promise.all([
        index.vocabulary(beginning, { least, most }),
        index.vocabulary(prefix + beginning, { least: least + length, most: most + length }),
      ])
      return addUp([...shared, ...own.map((each) => ({ ...each, term: each.term.slice(length) }))])
    },
    candidates: (terms, filter, limit) =>
      index.candidates(withPrefixed(terms, prefix), filter, limit),
  }
}

const withPrefixed = (terms: readonly string[], prefix: string) => [
  ...terms,
  ...terms.map((term) => prefix + term),
]

function addUp(terms: readonly VocabularyTerm[]): VocabularyTerm[] {
  const sums = new Map<string, number>()
  for (const { term, documents } of terms) sums.set(term, (sums.get(term) ?? 0) + documents)
  return [...sums].map(([term, documents]) => ({ term, documents }))
}

/** The organisation's other writers wait while one batch is written. */
const batchSize = 100

/** Works in batches, and finished batches stay done: after an interruption only the rest is left. */
export async function repairIndex(
  database: TeamDatabase,
  organisation: string,
): Promise<IndexRepair> {
  const run = (step: (queries: Queries) => Promise<number>) =>
    repeat(() => database.writing(organisation, step))
  return { added: await run(addMissing), removed: await run(removeSurplus) }
}

async function repeat(step: () => Promise<number>): Promise<number> {
  let total = 0
  for (let done = await step(); done > 0; done = await step()) total += done
  return total
}

async function addMissing(queries: Queries): Promise<number> {
  const ids = await queries.texts(
    `SELECT m.id FROM shared_memories AS m WHERE m.organisation_id = $1 AND m.type = 'memory'
     AND NOT EXISTS (SELECT FROM recall_documents AS d WHERE d.organisation_id = $1
       AND d.memory_id = m.id AND d.version = m.version AND d.project_id = m.project_id)
     LIMIT ${batchSize}`,
  )
  await indexShared(queries, ids)
  return ids.length
}

async function removeSurplus(queries: Queries): Promise<number> {
  const ids = await queries.texts(
    `SELECT d.memory_id FROM recall_documents AS d WHERE d.organisation_id = $1
     AND NOT EXISTS (SELECT FROM shared_memories AS m WHERE m.organisation_id = $1
       AND m.type = 'memory' AND m.id = d.memory_id)
     LIMIT ${batchSize}`,
  )
  await removeDocuments(queries, ids)
  return ids.length
}
