/** The search index: hashed terms in arrays. Its queries are in `search-queries.ts`. */
import type { SearchIndex } from '../../../core/ports/search-index.ts'
import type { Queries } from '../connection/queries.ts'
import { putDocument, withdrawDocuments } from './search-documents.ts'
import { createSearchQueries } from './search-queries.ts'

export function createSearchIndex(queries: Queries): SearchIndex {
  return {
    ...createSearchQueries(queries),
    async put(documents) {
      // Sent in one go; PostgreSQL takes one after the other.
      await Promise.all(documents.map((document) => putDocument(queries, document)))
    },
    async remove(keys) {
      for (const { type, id } of keys) await removeDocuments(queries, isDocument, type, id)
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

const isDocument = 'd.type = $2 AND d.id = $3'

/** @returns how many */
async function removeDocuments(
  queries: Queries,
  which: string,
  ...values: readonly string[]
): Promise<number> {
  await withdrawDocuments(queries, which, ...values)
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
