/** The search index: hashed terms in arrays. Its queries are in `search-queries.ts`. */
import type { SearchIndex } from '../../../core/ports/search-index.ts'
import type { Queries } from '../connection/queries.ts'
import type { Value } from '../connection/values.ts'
import { type FactSource, factsOfMemories } from './indexed-document.ts'
import {
  areDocuments,
  dropUnusedTerms,
  putDocuments,
  valuesOf,
  withdrawDocuments,
} from './search-documents.ts'
import { createSearchQueries } from './search-queries.ts'

export function createSearchIndex(
  queries: Queries,
  facts: FactSource = factsOfMemories,
): SearchIndex {
  return {
    ...createSearchQueries(queries, facts),
    async put(documents) {
      for (let from = 0; from < documents.length; from += batchSize) {
        await putDocuments(queries, documents.slice(from, from + batchSize))
      }
    },
    async remove(keys) {
      if (keys.length > 0) await removeDocuments(queries, areDocuments, ...valuesOf(keys))
    },
    removeSession: (sessionId) =>
      removeDocuments(queries, "d.session_id = $2 AND d.type <> 'memory'", sessionId),
    async clear() {
      for (const table of ['search_documents', 'search_terms', 'search_totals']) {
        await queries.run(`DELETE FROM ${table} WHERE organisation_id = $1`)
      }
    },
    // Autovacuum merges what is pending, and the application may not ask for more.
    optimise: async () => undefined,
    async check() {
      const found = await Promise.all(
        checks.map(async ([sql, finding]) => {
          const count = await queries.number(sql)
          return count > 0 ? [finding(count)] : []
        }),
      )
      return found.flat()
    },
  }
}

const batchSize = 500

/** @returns how many */
export async function removeDocuments(
  queries: Queries,
  which: string,
  ...values: readonly Value[]
): Promise<number> {
  const unused = await withdrawDocuments(queries, which, ...values)
  await dropUnusedTerms(queries, unused)
  return queries.run(
    `DELETE FROM search_documents AS d WHERE d.organisation_id = $1 AND ${which}`,
    ...values,
  )
}

/** Each query counts what is wrong. */
const checks: readonly (readonly [sql: string, finding: (count: number) => string])[] = [
  [
    `SELECT count(*) FROM search_documents AS d WHERE d.organisation_id = $1 AND NOT EXISTS (
       SELECT FROM search_texts AS t WHERE t.organisation_id = $1 AND t.number = d.number)`,
    (count) => `${count} documents have no text`,
  ],
  [
    `SELECT abs(count(*) - coalesce((SELECT documents FROM search_totals
       WHERE organisation_id = $1), 0)) FROM search_documents WHERE organisation_id = $1`,
    (count) => `the count of documents is wrong by ${count}`,
  ],
  [
    `SELECT count(*) FROM (
       SELECT hash, count(*) AS documents FROM search_documents, unnest(hashes) AS hash
       WHERE organisation_id = $1 GROUP BY hash) AS real
     FULL JOIN (SELECT hash, documents FROM search_terms
       WHERE organisation_id = $1 AND documents > 0) AS kept USING (hash)
     WHERE real.documents IS DISTINCT FROM kept.documents`,
    (count) => `${count} terms have a wrong count of documents`,
  ],
]
