/** What recall reads of the index. */
import type { SQLInputValue } from 'node:sqlite'
import type { DocumentType, ScopeRef } from '../../../core/model/search-document.ts'
import type { IndexedDocument, SearchIndex } from '../../../core/ports/search-index.ts'
import type { Database, Row } from '../connection/database.ts'
import { numberOrUndefined, orUndefined } from '../connection/rows.ts'
import { escapeLike, filterSql } from './search-filter.ts'

type Reading =
  | 'frequencies'
  | 'candidates'
  | 'neighbours'
  | 'find'
  | 'sessionsTouching'
  | 'newest'
  | 'containing'
  | 'texts'
  | 'counts'

/** What is known of a memory is read from it, not kept in the index. */
const columns =
  'd.*, t.terms, t.files, m.importance, m.pinned, m.use_count AS uses, coalesce(c.stale, 0) AS stale'
const ofMemory = `LEFT JOIN memories AS m ON d.type = 'memory' AND m.id = d.id
  LEFT JOIN file_checks AS c ON c.memory_id = m.id AND c.version = m.version`
const whole = `SELECT ${columns} FROM search_documents AS d
  JOIN search_texts AS t ON t.row = d.row ${ofMemory}`

/** Columns in order: who, title, body, answer, files. Only picks the pool; ranking weighs again. */
const score = 'bm25(search_index, 0.5, 2, 2, 1, 1)'

/** Read in steps, newest first, so that a search can stop between two. */
const scanStep = 5_000

export function createSearchQueries(database: Database): Pick<SearchIndex, Reading> {
  const documents = (sql: string, ...values: SQLInputValue[]) =>
    database.all(sql, ...values).map(toIndexedDocument)
  return {
    async frequencies(terms) {
      // The newest row stands for the count: exact until something is removed, and at once there.
      const total = Number(database.get('SELECT max(row) AS total FROM search_documents')?.total)
      const sql = 'SELECT doc FROM search_vocabulary WHERE term = ?'
      const byTerm = terms.map((term) => [term, Number(database.get(sql, term)?.doc ?? 0)] as const)
      return { total, byTerm: new Map(byTerm) }
    },
    async candidates(terms, filter, limit) {
      if (terms.length === 0) return []
      const { sql, values } = filterSql(filter)
      // Among equals by id: the same documents, in whatever order they were put.
      const [join, last] =
        sql === ''
          ? ['', 'search_index.rowid']
          : ['CROSS JOIN search_documents AS d ON d.row = search_index.rowid', 'd.id']
      return documents(
        `SELECT ${columns} FROM (
           SELECT search_index.rowid AS row, ${score} AS score FROM search_index ${join}
           WHERE search_index MATCH ?${sql} ORDER BY score, ${last} LIMIT ?) AS best
         CROSS JOIN search_documents AS d ON d.row = best.row
         CROSS JOIN search_texts AS t ON t.row = best.row ${ofMemory}
         ORDER BY best.score, best.row`,
        anyOf(terms),
        ...values,
        limit,
      )
    },
    async neighbours(places, reach, filter) {
      const { sql, values } = filterSql(filter)
      return documents(
        `${whole} WHERE d.type = 'turn' AND d.row IN (
           SELECT n.row FROM json_each(?) AS place CROSS JOIN search_documents AS n
           ON n.session_id = place.value ->> 'sessionId'
           AND n.position BETWEEN (place.value ->> 'from') AND (place.value ->> 'to'))${sql}
         ORDER BY d.row`,
        JSON.stringify(
          places.map(({ sessionId, position }) => ({
            sessionId,
            from: position - reach,
            to: position + reach,
          })),
        ),
        ...values,
      )
    },
    async find(keys) {
      return documents(
        `${whole} WHERE (d.type, d.id) IN
           (SELECT value ->> 'type', value ->> 'id' FROM json_each(?))`,
        JSON.stringify(keys),
      )
    },
    async sessionsTouching(files, filter, limit) {
      const { sql, values } = filterSql({ ...filter, types: ['session'] })
      const rows = files.flatMap((file) =>
        database.all(
          `SELECT d.row FROM search_files AS f JOIN search_documents AS d ON d.row = f.row
           WHERE f.path = ?${sql} ORDER BY d.row DESC LIMIT ?`,
          file,
          ...values,
          limit,
        ),
      )
      const distinct = [...new Set(rows.map(({ row }) => Number(row)))]
      return documents(
        `${whole} WHERE d.row IN (SELECT value FROM json_each(?)) ORDER BY d.row DESC`,
        JSON.stringify(distinct),
      )
    },
    async newest(filter, limit) {
      const { sql, values } = filterSql(filter)
      return documents(
        `${whole} WHERE true${sql} ORDER BY d.at DESC, d.row DESC LIMIT ?`,
        ...values,
        limit,
      )
    },
    async containing(text, filter, { limit, budgetMs }) {
      const { sql, values } = filterSql(filter)
      const pattern = `%${escapeLike(text)}%`
      const until = performance.now() + budgetMs
      const found: IndexedDocument[] = []
      let from = Number(database.get('SELECT max(row) AS row FROM search_documents')?.row)
      for (; from > 0 && found.length < limit && performance.now() < until; from -= scanStep) {
        const step = documents(
          `${whole} WHERE d.row <= ? AND d.row > ? AND t.text LIKE ? ESCAPE '\\'${sql}
           ORDER BY d.row DESC LIMIT ?`,
          from,
          from - scanStep,
          pattern,
          ...values,
          limit - found.length,
        )
        found.push(...step)
      }
      return found
    },
    async texts(keys) {
      const sql = `SELECT text FROM search_texts WHERE row =
        (SELECT row FROM search_documents WHERE type = ? AND id = ?)`
      return keys.map(({ type, id }) => orUndefined(database.get(sql, type, id)?.text) ?? '')
    },
    async counts() {
      const rows = database.all(
        'SELECT type, count(*) AS count FROM search_documents GROUP BY type',
      )
      return Object.fromEntries(rows.map(({ type, count }) => [String(type), Number(count)]))
    },
  }
}

/** Terms hold no quotes, so quoting them is enough. */
const anyOf = (terms: readonly string[]) =>
  terms.map((term) => (term.endsWith('*') ? `"${term.slice(0, -1)}" *` : `"${term}"`)).join(' OR ')

function toIndexedDocument(row: Row): IndexedDocument {
  return {
    order: Number(row.row),
    type: row.type as DocumentType,
    id: String(row.id),
    scope: { scope: row.scope as ScopeRef['scope'], scopeId: String(row.scope_id) },
    at: String(row.at),
    projectId: orUndefined(row.project_id),
    host: orUndefined(row.host),
    sessionId: orUndefined(row.session_id),
    position: numberOrUndefined(row.position),
    branch: orUndefined(row.branch),
    kind: orUndefined(row.kind),
    standing: {
      importance: numberOrUndefined(row.importance),
      pinned: row.pinned === 1,
      uses: Number(row.uses ?? 0),
      stale: row.stale === 1,
    },
    files: row.files === '' ? [] : String(row.files).split('\n'),
    terms: String(row.terms),
  }
}
