/** The queries of recall. */
import type { RankingFacts, ScopeRef } from '../../../core/model/search-document.ts'
import type {
  IndexedDocument,
  SearchFilter,
  SearchIndex,
} from '../../../core/ports/search-index.ts'
import { toJson } from '../../../core/text/visible-text.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'
import type { BoundValues } from '../connection/statement.ts'

/** Facts about a memory or a session are read from its row, not copied into the index. */
const columns = `d.row AS "order", d.type, d.id, d.scope, d.scope_id, d.at, d.project_id, d.host,
  d.session_id, d.position, d.branch, d.kind, t.terms, t.files, m.importance, m.pinned,
  coalesce(m.use_count, 0) AS uses, m.last_used_at,
  coalesce(m.standing = 'candidate', 0) AS candidate,
  coalesce(m.trust IN ('tool', 'repository'), s.trust = 'repository', d.type = 'commit') AS "foreign"`
const ofMemory = `LEFT JOIN memories AS m ON d.type = 'memory' AND m.id = d.id
  LEFT JOIN sessions AS s ON d.type <> 'memory' AND s.id = d.session_id`
const whole = `SELECT ${columns} FROM search_documents AS d
  JOIN search_texts AS t ON t.row = d.row ${ofMemory}`

/** Weights of who, title, body, answer, files. This only picks candidates; ranking weighs again. */
const score = 'bm25(search_index, 0.5, 2, 2, 1, 1)'

/** Rows per step, so that a search can stop between steps. */
const scanStep = 5_000

export function createSearchQueries(database: Database) {
  const documents = (sql: string, ...values: BoundValues) =>
    database.list<object>(sql, ...values).map(toIndexedDocument)
  return {
    async frequencies(terms) {
      // Uses the newest row number as the count: faster, and exact until something is removed.
      const total = database.number(newestRow)
      const sql = 'SELECT doc FROM search_vocabulary WHERE term = ?'
      return { total, byTerm: new Map(terms.map((term) => [term, database.number(sql, term)])) }
    },
    async projectFrequencies(projectId, terms) {
      const total = database.number(documentsOfProject, projectId, projectId)
      const count = (term: string) => {
        const found = database.number(documentsWithTerm, anyOf([term]), projectId)
        const isFew = found > 1 && found <= mostCompared
        return isFew ? database.number(differentWithTerm, anyOf([term]), projectId) : found
      }
      return { total, byTerm: new Map(terms.map((term) => [term, count(term)])) }
    },
    async vocabulary(beginning, { least, most }) {
      return database.list(
        `SELECT term, doc AS documents FROM search_vocabulary
         WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?`,
        beginning,
        `${beginning}\u{10ffff}`,
        least,
        most,
      )
    },
    async candidates(terms, filter, limit) {
      if (terms.length === 0) return []
      const { sql, values } = filterSql(filter)
      // Breaks ties by id, so that the order of insertion does not matter.
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
        database.texts(
          `SELECT d.row FROM search_files AS f JOIN search_documents AS d ON d.row = f.row
           WHERE f.path = ?${sql} ORDER BY d.row DESC LIMIT ?`,
          file,
          ...values,
          limit,
        ),
      )
      return documents(
        `${whole} WHERE d.row IN (SELECT value FROM json_each(?)) ORDER BY d.row DESC`,
        JSON.stringify(rows.map(Number)),
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
      const until = Date.now() + budgetMs
      const found: IndexedDocument[] = []
      let from = database.number(newestRow)
      for (; from > 0 && found.length < limit && Date.now() < until; from -= scanStep) {
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
      return keys.map(({ type, id }) => database.texts(sql, type, id)[0] ?? '')
    },
    async counts() {
      const rows = database.all(
        'SELECT type, count(*) AS count FROM search_documents GROUP BY type',
      )
      return Object.fromEntries(rows.map(({ type, count }) => [String(type), Number(count)]))
    },
  } satisfies Partial<SearchIndex>
}

/** A separate query per project, because that has an index. */
const documentsOfProject = `SELECT
  (SELECT count(*) FROM sessions AS s JOIN turns AS t ON t.session_id = s.id
   WHERE s.project_id = ?) +
  (SELECT count(*) FROM memories WHERE scope = 'project' AND scope_id = ?)`
const documentsWithTerm = `SELECT count(*) FROM search_index
  CROSS JOIN search_documents AS d ON d.row = search_index.rowid
  WHERE search_index MATCH ? AND d.project_id = ? AND d.type IN ('memory', 'turn')`

/** Among more documents a few repetitions hardly matter, and comparing prompts is slow. */
const mostCompared = 50
/** Turns of a session with the same prompt count as one. */
const differentWithTerm = `SELECT count(DISTINCT coalesce(t.session_id || t.prompt, d.id))
  FROM search_index
  CROSS JOIN search_documents AS d ON d.row = search_index.rowid
  LEFT JOIN turns AS t ON d.type = 'turn' AND t.id = d.id
  WHERE search_index MATCH ? AND d.project_id = ? AND d.type IN ('memory', 'turn')`

const newestRow = 'SELECT max(row) FROM search_documents'

/** Terms contain no quotes, so quoting them is enough. */
const anyOf = (terms: readonly string[]) =>
  terms.map((term) => (term.endsWith('*') ? `"${term.slice(0, -1)}" *` : `"${term}"`)).join(' OR ')

type DocumentRow = Omit<IndexedDocument, 'scope' | 'facts' | 'files'> &
  ScopeRef &
  RankingFacts & { readonly files: string }

const form = rowForm<DocumentRow>({ flags: ['pinned', 'candidate', 'foreign'] })

function toIndexedDocument(row: object): IndexedDocument {
  const {
    scope,
    scopeId,
    importance,
    pinned,
    uses,
    lastUsedAt,
    candidate,
    foreign,
    files,
    ...rest
  } = form.read(row)
  return {
    ...rest,
    scope: { scope, scopeId },
    facts: { importance, uses, lastUsedAt, pinned, candidate, foreign },
    files: files === '' ? [] : files.split('\n'),
  }
}

interface FilterSql {
  /** Empty, or conditions that each start with ` AND`. */
  readonly sql: string
  readonly values: BoundValues
}

/** A filter as conditions on `search_documents AS d`. */
export function filterSql(filter: SearchFilter): FilterSql {
  const conditions: [string, ...BoundValues][] = []
  const compare = (column: string, value: string | undefined, operator = '=') => {
    if (value !== undefined) conditions.push([`d.${column} ${operator} ?`, value])
  }
  const oneOf = (column: string, values: readonly string[] | undefined) => {
    if (values) conditions.push([`d.${column} IN (SELECT value FROM json_each(?))`, toJson(values)])
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
    conditions.push([
      "d.scope || ':' || d.scope_id IN (SELECT value FROM json_each(?))",
      toJson(pairs),
    ])
  }
  if (filter.withoutCandidates) {
    conditions.push([
      "NOT EXISTS (SELECT 1 FROM memories WHERE id = d.id AND standing = 'candidate')",
    ])
  }
  compare('at', filter.from, '>=')
  compare('at', filter.to, '<')
  if (filter.validAt !== undefined) {
    conditions.push([
      '(d.valid_from IS NULL OR d.valid_from <= ?) AND (d.valid_to IS NULL OR d.valid_to > ?)',
      filter.validAt,
      filter.validAt,
    ])
  }
  if (filter.validNow !== undefined) {
    conditions.push([
      `(d.valid_from IS NULL OR d.valid_from <= max(?, d.at))
       AND (d.valid_to IS NULL OR d.valid_to > max(?, d.at))`,
      filter.validNow,
      filter.validNow,
    ])
  }
  if (filter.file !== undefined) {
    conditions.push([
      `d.row IN (SELECT row FROM search_files WHERE path = ? OR path LIKE ? ESCAPE '\\')`,
      filter.file,
      `%/${escapeLike(filter.file)}`,
    ])
  }
  return {
    sql: conditions.map(([sql]) => ` AND ${sql}`).join(''),
    values: conditions.flatMap(([, ...values]) => values),
  }
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
