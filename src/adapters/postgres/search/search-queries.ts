/** The queries of recall, over hashed terms in arrays. The index has memories only, no history. */
import type { IndexedDocument, SearchReader } from '../../../core/ports/search-index.ts'
import { Parameters } from '../connection/parameters.ts'
import type { Queries } from '../connection/queries.ts'
import type { Value } from '../connection/values.ts'
import { searchPool } from './candidates.ts'
import { selectDocuments } from './indexed-document.ts'
import { escapeLike, filterSql } from './search-filter.ts'
import { hashTerm } from './term-hash.ts'

/** Rows per step, so that a search can stop between two. */
const scanStep = 5_000

export function createSearchReader(queries: Queries): SearchReader {
  const select = (selection: string, ...values: readonly Value[]) =>
    selectDocuments(queries, selection, ...values)
  return {
    async frequencies(terms) {
      const hashes = terms.map((term) => hashTerm(queries.organisation, term))
      const rows = await queries.list<{ total: number; hash?: string; documents?: number }>(
        `SELECT totals.documents AS total, t.hash::text, t.documents
         FROM search_totals AS totals LEFT JOIN search_terms AS t
           ON t.organisation_id = $1 AND t.hash = ANY($2::bigint[])
         WHERE totals.organisation_id = $1`,
        hashes,
      )
      const counts = new Map(rows.map(({ hash, documents }) => [hash, documents]))
      const byTerm = terms.map((term, at) => [term, counts.get(String(hashes[at])) ?? 0] as const)
      return { total: rows[0]?.total ?? 0, byTerm: new Map(byTerm) }
    },
    vocabulary: (beginning, { least, most }) =>
      queries.list(
        `SELECT term, documents FROM search_terms WHERE organisation_id = $1 AND documents > 0
         AND term >= $2 AND term < $3 AND length(term) BETWEEN $4 AND $5`,
        beginning,
        `${beginning}\u{10ffff}`,
        least,
        most,
      ),
    candidates: (terms, filter, limit) => searchPool(queries, terms, filter, limit),
    neighbours: async () => [],
    find: (keys) =>
      select(
        'AND (d.type, d.id) IN (SELECT * FROM unnest($2::text[], $3::text[]))',
        keys.map(({ type }) => type),
        keys.map(({ id }) => id),
      ),
    sessionsTouching: async () => [],
    async newest(filter, limit) {
      const parameters = new Parameters()
      const conditions = filterSql(filter, parameters)
      const tail = `ORDER BY d.at DESC, d.number DESC LIMIT ${parameters.add(limit)}`
      return select(`${conditions} ${tail}`, ...parameters.values)
    },
    async containing(text, filter, { limit, budgetMs }) {
      const until = performance.now() + budgetMs
      const found: IndexedDocument[] = []
      let from: number | undefined = Number.MAX_SAFE_INTEGER
      while (from !== undefined && found.length < limit && performance.now() < until) {
        const parameters = new Parameters()
        const last = await lastOfStep(queries, from)
        const range = `AND d.number < ${parameters.add(from)} AND d.number >= ${parameters.add(last ?? 0)}`
        const pattern = parameters.add(`%${escapeLike(text)}%`)
        const step = await select(
          `${range} AND lower(t.text COLLATE "C") LIKE lower(${pattern} COLLATE "C")
           ${filterSql(filter, parameters)}
           ORDER BY d.number DESC LIMIT ${parameters.add(limit - found.length)}`,
          ...parameters.values,
        )
        found.push(...step)
        from = last
      }
      return found
    },
    async texts(keys) {
      const rows = await queries.list<{ type: string; id: string; text: string }>(
        `SELECT d.type, d.id, t.text FROM search_documents AS d
         JOIN search_texts AS t ON t.organisation_id = $1 AND t.number = d.number
         WHERE d.organisation_id = $1
         AND (d.type, d.id) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
        keys.map(({ type }) => type),
        keys.map(({ id }) => id),
      )
      const texts = new Map(rows.map(({ type, id, text }) => [`${type} ${id}`, text]))
      return keys.map(({ type, id }) => texts.get(`${type} ${id}`) ?? '')
    },
  }
}

/** The last document of the step that begins below `from`; undefined if the step reaches the end. */
async function lastOfStep(queries: Queries, from: number): Promise<number | undefined> {
  const row = await queries.get(
    `SELECT number FROM search_documents WHERE organisation_id = $1 AND number < $2
     ORDER BY number DESC LIMIT 1 OFFSET ${scanStep - 1}`,
    from,
  )
  return row && Number(row.number)
}
