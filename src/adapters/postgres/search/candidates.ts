/** The pool of documents that ranking chooses from. */
import type { IndexedDocument, SearchFilter } from '../../../core/ports/search-index.ts'
import { Parameters } from '../connection/parameters.ts'
import type { Queries } from '../connection/queries.ts'
import {
  documentColumns,
  documentJoins,
  type StoredDocument,
  toIndexedDocument,
} from './indexed-document.ts'
import { filterSql } from './search-filter.ts'
import { hashTerm } from './term-hash.ts'

/** A beginning that more terms have in common says little. */
const mostExpanded = 200

export async function searchPool(
  queries: Queries,
  terms: readonly string[],
  filter: SearchFilter,
  limit: number,
): Promise<IndexedDocument[]> {
  if (terms.length === 0) return []
  const { hashes, weights, meanLength } = await weigh(queries, terms)
  if (hashes.length === 0) return []
  const parameters = new Parameters()
  const pool = `search_pool($1, ${parameters.add(hashes)}::bigint[],
    ${parameters.add(weights)}::float8[], ${parameters.add(meanLength)}::float8)`
  const conditions = filterSql(filter, parameters)
  const most = parameters.add(limit)
  // Ties are broken by id, so the order in which documents were put does not matter.
  const stored = await queries.list<StoredDocument>(
    `SELECT ${documentColumns} FROM (
       SELECT d.number, d.score FROM ${pool} AS d WHERE true${conditions}
       ORDER BY d.score DESC, d.id LIMIT ${most}) AS best
     JOIN search_documents AS d ON d.organisation_id = $1 AND d.number = best.number ${documentJoins}
     ORDER BY best.score DESC, d.number`,
    ...parameters.values,
  )
  return stored.map(toIndexedDocument)
}

interface WeightedTerms {
  readonly hashes: readonly bigint[]
  readonly weights: readonly number[]
  readonly meanLength: number
}

/** The rarer a term, the more it weighs: the inverse document frequency of BM25. */
async function weigh(queries: Queries, terms: readonly string[]): Promise<WeightedTerms> {
  const whole = terms.filter((term) => !term.endsWith('*'))
  const beginnings = terms.filter((term) => term.endsWith('*')).map((term) => term.slice(0, -1))
  const rows = await queries.list<{
    hash: string
    documents: number
    total: number
    length: number
  }>(
    `WITH wanted AS (
       SELECT hash, documents FROM search_terms
       WHERE organisation_id = $1 AND hash = ANY($2::bigint[])
       UNION ALL
       SELECT longer.hash, sum(longer.documents) OVER (PARTITION BY given.beginning)
       FROM unnest($3::text[]) AS given (beginning) CROSS JOIN LATERAL (
         SELECT hash, documents FROM search_terms WHERE organisation_id = $1
         AND term >= given.beginning COLLATE "C"
         AND term < given.beginning COLLATE "C" || U&'\\+10FFFF'
         ORDER BY documents DESC LIMIT ${mostExpanded}) AS longer)
     SELECT hash::text, wanted.documents, totals.documents AS total, totals.length
     FROM wanted, search_totals AS totals WHERE totals.organisation_id = $1`,
    whole.map((term) => hashTerm(queries.organisation, term)),
    beginnings,
  )
  return {
    hashes: rows.map(({ hash }) => BigInt(hash)),
    weights: rows.map(({ documents, total }) => inverseFrequency(documents, total)),
    meanLength: rows[0] ? Math.max(1, rows[0].length / Math.max(1, rows[0].total)) : 1,
  }
}

const leastWeight = 1e-6

function inverseFrequency(documents: number, total: number): number {
  return Math.max(leastWeight, Math.log((total - documents + 0.5) / (documents + 0.5)))
}
