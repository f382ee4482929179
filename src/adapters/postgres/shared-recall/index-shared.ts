/**
 * Keeps the search index in step with what is shared, in the transaction that writes it, so that recall
 * is never behind and never finds what was removed.
 */
import { memoryDocument } from '../../../core/indexing/documents.ts'
import type { SearchReader, VocabularyTerm } from '../../../core/ports/search-index.ts'
import type { IndexRepair, StoredMemory } from '../../../core/ports/team/team-sync-store.ts'
import { asMemory } from '../../../core/team/recall/create-shared-recall.ts'
import { sha256 } from '../../ids.ts'
import type { Queries } from '../connection/queries.ts'
import type { TeamDatabase } from '../connection/team-database.ts'
import { putDocuments, removeDocuments } from '../search/search-documents.ts'
import { stateColumns, toState } from '../sync/sync-reader.ts'

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

async function removeShared(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const keys = ids.map((id) => ({ type: 'memory' as const, id }))
  await removeDocuments(queries, keys)
}

/**
 * The words of a personal project are terms of their own in the index, so that the team's counts and
 * spellings reveal nothing of what others keep for themselves. No term has a space in it.
 */
const personalPrefix = (person: string) => `${person} `

/** The index as a person sees it who also looks at their own project. */
export function withPersonalTerms(index: SearchReader, person: string): SearchReader {
  const prefix = personalPrefix(person)
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

/** The organisation's other writers wait as long as one batch takes. */
const batchSize = 100

/** In batches. What is done stays done: after an interruption only the rest differs. */
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
     AND NOT EXISTS (SELECT FROM search_documents AS d WHERE d.organisation_id = $1
       AND d.type = 'memory' AND d.id = m.id::text AND d.version = m.version
       AND d.scope_id = m.project_id::text)
     LIMIT ${batchSize}`,
  )
  await indexShared(queries, ids)
  return ids.length
}

async function removeSurplus(queries: Queries): Promise<number> {
  const ids = await queries.texts(
    `SELECT d.id FROM search_documents AS d WHERE d.organisation_id = $1 AND d.type = 'memory'
     AND NOT EXISTS (SELECT FROM shared_memories AS m WHERE m.organisation_id = $1
       AND m.type = 'memory' AND m.id = d.id::uuid)
     LIMIT ${batchSize}`,
  )
  await removeShared(queries, ids)
  return ids.length
}
