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

export async function searchPool(
  queries: Queries,
  terms: readonly string[],
  filter: SearchFilter,
  limit: number,
): Promise<IndexedDocument[]> {
  if (terms.length === 0) return []
  const whole = terms.filter((term) => !term.endsWith('*'))
  const beginnings = terms.filter((term) => term.endsWith('*')).map((term) => term.slice(0, -1))
  const parameters = new Parameters()
  const hashes = parameters.add(whole.map((term) => hashTerm(queries.organisation, term)))
  const pool = `search_pool($1, ${hashes}::bigint[], ${parameters.add(beginnings)}::text[])`
  const conditions = filterSql(filter, parameters)
  const most = parameters.add(limit)
  // As SQLite breaks ties, so that both stores give the same pool.
  const last = conditions === '' ? 'd.number' : 'd.id'
  const stored = await queries.list<StoredDocument>(
    `SELECT ${documentColumns} FROM (
       SELECT d.number, d.score FROM ${pool} AS d WHERE true${conditions}
       ORDER BY d.score DESC, ${last} LIMIT ${most}) AS best
     JOIN search_documents AS d ON d.organisation_id = $1 AND d.number = best.number ${documentJoins}
     ORDER BY best.score DESC, d.number`,
    ...parameters.values,
  )
  return stored.map(toIndexedDocument)
}
