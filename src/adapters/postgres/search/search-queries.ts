/** The queries of recall. */
import type { IndexedDocument, SearchIndex } from '../../../core/ports/search-index.ts'
import { Parameters } from '../connection/parameters.ts'
import type { Queries } from '../connection/queries.ts'
import type { Value } from '../connection/values.ts'
import { searchPool } from './candidates.ts'
import { type FactSource, selectDocuments } from './indexed-document.ts'
import { escapeLike, filterSql } from './search-filter.ts'
import { hashTerm } from './term-hash.ts'

type Writing = 'put' | 'remove' | 'removeSession' | 'clear' | 'optimise' | 'check'

/** Rows per step, so that a search can stop between two. */
const scanStep = 5_000

export function createSearchQueries(
  queries: Queries,
  facts: FactSource,
): Omit<SearchIndex, Writing> {
  const select = (selection: string, ...values: readonly Value[]) =>
    selectDocuments(queries, facts, selection, ...values)
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
    candidates: (terms, filter, limit) => searchPool(queries, facts, terms, filter, limit),
    async neighbours(places, reach, filter) {
      const parameters = new Parameters()
      const around = `AND d.type = 'turn' AND d.number IN (
        SELECT n.number FROM unnest(${parameters.add(places.map(({ sessionId }) => sessionId))}::text[],
          ${parameters.add(places.map(({ position }) => position))}::integer[])
          AS place (session_id, position)
        JOIN search_documents AS n ON n.organisation_id = $1 AND n.session_id = place.session_id
        AND n.position BETWEEN place.position - ${parameters.add(reach)}::integer
          AND place.position + ${parameters.add(reach)}::integer)`
      const conditions = filterSql(filter, parameters)
      return select(`${around}${conditions} ORDER BY d.number`, ...parameters.values)
    },
    find: (keys) =>
      select(
        'AND (d.type, d.id) IN (SELECT * FROM unnest($2::text[], $3::text[]))',
        keys.map(({ type }) => type),
        keys.map(({ id }) => id),
      ),
    async sessionsTouching(files, filter, limit) {
      const parameters = new Parameters()
      const given = parameters.add(files)
      const conditions = filterSql({ ...filter, types: ['session'] }, parameters)
      const rows = `AND d.number IN (
        SELECT latest.number FROM unnest(${given}::text[]) AS given (path) CROSS JOIN LATERAL (
          SELECT d.number FROM search_files AS f
          JOIN search_documents AS d ON d.organisation_id = $1 AND d.number = f.number
          WHERE f.organisation_id = $1 AND f.path = given.path${conditions}
          ORDER BY d.number DESC LIMIT ${parameters.add(limit)}) AS latest)`
      return select(`${rows} ORDER BY d.number DESC`, ...parameters.values)
    },
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
    async counts() {
      const rows = await queries.list<{ type: string; count: number }>(
        `SELECT type, count(*) AS count FROM search_documents WHERE organisation_id = $1
         GROUP BY type`,
      )
      return Object.fromEntries(rows.map(({ type, count }) => [type, count]))
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
