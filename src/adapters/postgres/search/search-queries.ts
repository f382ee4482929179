/** The queries of recall, over hashed terms in arrays. The index has memories only, no history. */

import type { RankingFacts, ScopeRef } from '../../../core/model/search-document.ts'
import type {
  IndexedDocument,
  SearchFilter,
  SearchReader,
} from '../../../core/ports/search-index.ts'
import { Parameters, type Queries, type Value } from '../connection/queries.ts'
import { hashTerm } from './search-documents.ts'

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

/** The pool of documents that ranking chooses from. */
async function searchPool(
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

/** Importance is not copied into the index. Pins and uses are each machine's own. */
const documentColumns = `d.number AS "order", d.type, d.id, d.scope, d.scope_id, d.at,
  d.project_id, d.host, d.session_id, d.position, d.branch, d.kind, t.terms, t.files,
  (s.text ->> 'importance')::double precision AS importance, false AS pinned, 0 AS uses,
  false AS stale, false AS candidate`

/** What follows documents `d`. What the index has and is no longer shared is not found. */
const documentJoins = `JOIN search_texts AS t
    ON t.organisation_id = $1 AND t.number = d.number
  JOIN shared_memories AS s ON s.organisation_id = $1 AND s.type = 'memory'
    AND s.id = d.id::uuid AND s.version = d.version AND s.project_id = d.scope_id::uuid`

/** @param selection what follows the condition that they are of the organisation */
async function selectDocuments(
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

type StoredDocument = Omit<IndexedDocument, 'scope' | 'facts' | 'files'> &
  ScopeRef &
  RankingFacts & { readonly files: string }

function toIndexedDocument(stored: StoredDocument): IndexedDocument {
  const { scope, scopeId, importance, pinned, uses, lastUsedAt, ...rest } = stored
  const { stale, candidate, files, ...document } = rest
  return {
    ...document,
    scope: { scope, scopeId },
    facts: { importance, uses, lastUsedAt, pinned, stale, candidate },
    files: files === '' ? [] : files.split('\n'),
  }
}

/**
 * A filter as SQL over documents `d`. Nobody shares candidates, so none are left out.
 * @returns nothing, or conditions that each begin with ` AND`
 */
function filterSql(filter: SearchFilter, parameters: Parameters): string {
  const conditions: string[] = []
  const compare = (column: string, value: string | undefined, operator = '=') => {
    if (value !== undefined) conditions.push(`d.${column} ${operator} ${parameters.add(value)}`)
  }
  const oneOf = (column: string, values: readonly string[] | undefined) => {
    if (values) conditions.push(`d.${column} = ANY(${parameters.add(values)})`)
  }
  compare('scope', filter.scope)
  compare('project_id', filter.projectId)
  compare('host', filter.host)
  compare('session_id', filter.sessionId)
  compare('branch', filter.branch)
  oneOf('type', filter.types)
  oneOf('kind', filter.kinds)
  if (filter.scopes) {
    const pairs = filter.scopes.map(({ scope, scopeId }) => `${scope}:${scopeId}`)
    conditions.push(`d.scope || ':' || d.scope_id = ANY(${parameters.add(pairs)})`)
  }
  compare('at', filter.from, '>=')
  compare('at', filter.to, '<')
  if (filter.validAt !== undefined) {
    conditions.push(isValidAt(`${parameters.add(filter.validAt)}::timestamptz`))
  }
  if (filter.validNow !== undefined) {
    const now = `${parameters.add(filter.validNow)}::timestamptz`
    conditions.push(isValidAt(`greatest(${now}, d.at)`))
  }
  if (filter.file !== undefined) {
    conditions.push(`d.number IN (SELECT f.number FROM search_files AS f WHERE f.organisation_id = $1
      AND (f.path = ${parameters.add(filter.file)}
        OR f.path LIKE ${parameters.add(`%/${escapeLike(filter.file)}`)}))`)
  }
  return conditions.map((condition) => ` AND ${condition}`).join('')
}

const isValidAt = (time: string) =>
  `(d.valid_from IS NULL OR d.valid_from <= ${time})
   AND (d.valid_to IS NULL OR d.valid_to > ${time})`

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
