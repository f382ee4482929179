/** The queries of recall, over arrays of hashed terms. The index contains only memories. */

import { memoryDocument } from '../../../core/indexing/documents.ts'
import { type DocumentKey, documentText } from '../../../core/model/search-document.ts'
import type {
  IndexedDocument,
  SearchFilter,
  SearchReader,
} from '../../../core/ports/search-index.ts'
import type { SharedMemoryReader } from '../../../core/ports/team/team-sync-store.ts'
import { Parameters, type Queries, type Value } from '../connection/queries.ts'
import { hashTerm } from './search-documents.ts'

/** Rows per step, so that a search can stop between steps. */
const scanStep = 5_000

/** @param findMany returns memories by id, if the reader may see them */
export function createSearchReader(
  queries: Queries,
  findMany: SharedMemoryReader['findMany'],
): SearchReader {
  return {
    async frequencies(terms) {
      const rows = await queries.list<{ total: number; term?: string; documents?: number }>(
        `SELECT totals.documents AS total, t.term, t.documents
         FROM recall_totals AS totals LEFT JOIN recall_terms AS t
           ON t.organisation_id = $1 AND t.term = ANY($2::text[])
         WHERE totals.organisation_id = $1`,
        terms,
      )
      const counts = new Map(rows.map(({ term, documents }) => [term, documents]))
      const byTerm = terms.map((term) => [term, counts.get(term) ?? 0] as const)
      return { total: rows[0]?.total ?? 0, byTerm: new Map(byTerm) }
    },
    vocabulary: (beginning, { least, most }) =>
      queries.list(
        `SELECT term, documents FROM recall_terms WHERE organisation_id = $1
         AND term >= $2 AND term < $3 AND length(term) BETWEEN $4 AND $5`,
        beginning,
        `${beginning}\u{10ffff}`,
        least,
        most,
      ),
    candidates: (terms, filter, limit) => searchPool(queries, terms, filter, limit),
    neighbours: async () => [],
    find: (keys) => {
      const parameters = new Parameters()
      const condition = `d.memory_id = ANY (${parameters.add(idsOf(keys))}::uuid[])`
      return selectDocuments(queries, condition, parameters)
    },
    sessionsTouching: async () => [],
    async newest(filter, limit) {
      const parameters = new Parameters()
      const condition = filterSql(filter, parameters)
      if (condition === undefined) return []
      const tail = `ORDER BY d.at DESC, d.number DESC LIMIT ${parameters.add(limit)}`
      return selectDocuments(queries, `${condition} ${tail}`, parameters)
    },
    containing: (text, filter, bounds) => findLiterally(queries, text, filter, bounds),
    async texts(keys) {
      const memories = await findMany(idsOf(keys))
      const texts = new Map(memories.map((each) => [each.id, documentText(memoryDocument(each))]))
      return keys.map(({ id }) => texts.get(id) ?? '')
    },
  }
}

const idsOf = (keys: readonly DocumentKey[]) =>
  keys.filter(({ type }) => type === 'memory').map(({ id }) => id)

/** Selects the pool of documents that ranking chooses from. */
async function searchPool(
  queries: Queries,
  terms: readonly string[],
  filter: SearchFilter,
  limit: number,
): Promise<IndexedDocument[]> {
  const parameters = new Parameters()
  const whole = terms.filter((term) => !term.endsWith('*'))
  const beginnings = terms.filter((term) => term.endsWith('*')).map((term) => term.slice(0, -1))
  const hashes = whole.map((term) => hashTerm(queries.organisation, term))
  const asked = [
    `${parameters.add(whole)}::text[]`,
    `${parameters.add(hashes)}::integer[]`,
    `${parameters.add(beginnings)}::text[]`,
    `${parameters.add(limit)}::integer`,
  ]
  const wanted = filterArguments(filter, parameters)
  if (terms.length === 0 || wanted === undefined) return []
  const stored = await queries.list<StoredDocument>(
    `SELECT ${documentColumns}
     FROM recall_pool($1, ${[...asked, ...wanted].join(', ')}) AS best
     JOIN recall_documents AS d ON d.organisation_id = $1 AND d.memory_id = best.memory_id
     ${joinShared}
     ORDER BY best.score DESC, d.number`,
    ...parameters.values,
  )
  return stored.map(toIndexedDocument)
}

/** Columns of documents `d`. Importance is not copied into the index. */
const documentColumns = `d.number AS "order", d.memory_id AS id, d.project_id, d.at, d.kind, d.host,
  d.files, d.terms, (s.text ->> 'importance')::double precision AS importance`

/**
 * Hides documents in the index that are no longer shared. Compares only columns of the same type: a
 * conversion would keep PostgreSQL from using the index under row level security.
 */
const joinShared = `JOIN shared_memories AS s ON s.organisation_id = $1 AND s.id = d.memory_id
  AND s.project_id = d.project_id AND s.type = 'memory' AND s.version = d.version`

/** @param selection follows the condition on the organisation */
async function selectDocuments(
  queries: Queries,
  selection: string,
  { values }: Parameters,
): Promise<IndexedDocument[]> {
  const stored = await queries.list<StoredDocument>(
    `SELECT ${documentColumns} FROM recall_documents AS d ${joinShared}
     WHERE d.organisation_id = $1 AND ${selection}`,
    ...values,
  )
  return stored.map(toIndexedDocument)
}

interface StoredDocument
  extends Pick<IndexedDocument, 'order' | 'id' | 'at' | 'kind' | 'host' | 'terms'> {
  readonly projectId: string
  readonly files: string | undefined
  readonly importance: number
}

/** Pins and uses belong to each machine. */
function toIndexedDocument({
  files,
  importance,
  projectId,
  ...document
}: StoredDocument): IndexedDocument {
  return {
    ...document,
    ...{ type: 'memory', projectId, scope: { scope: 'project', scopeId: projectId } },
    ...{ sessionId: undefined, position: undefined, branch: undefined },
    facts: { importance, pinned: false, uses: 0, candidate: false },
    files: files === undefined ? [] : files.split('\n'),
  }
}

/** Newest first, in steps, because it reads every text. */
async function findLiterally(
  queries: Queries,
  text: string,
  filter: SearchFilter,
  { limit, budgetMs }: { readonly limit: number; readonly budgetMs: number },
): Promise<IndexedDocument[]> {
  const until = performance.now() + budgetMs
  const total = await queries.number(
    'SELECT documents FROM recall_totals WHERE organisation_id = $1',
  )
  const found: IndexedDocument[] = []
  for (let from = 0; from < total && found.length < limit; from += scanStep) {
    if (performance.now() > until) break
    const parameters = new Parameters()
    const condition = filterSql(filter, parameters)
    if (condition === undefined) return []
    const pattern = parameters.add(`%${escapeLike(text)}%`)
    const rows = await queries.list<StoredDocument>(
      `WITH step AS MATERIALIZED (
         SELECT memory_id FROM recall_documents WHERE organisation_id = $1
         ORDER BY at DESC, number DESC
         LIMIT ${parameters.add(scanStep)} OFFSET ${parameters.add(from)})
       SELECT ${documentColumns} FROM step
       JOIN recall_documents AS d ON d.organisation_id = $1 AND d.memory_id = step.memory_id
       ${joinShared}
       WHERE ${condition} AND lower(${words} COLLATE "C") LIKE lower(${pattern} COLLATE "C")
       ORDER BY d.at DESC, d.number DESC LIMIT ${parameters.add(limit - found.length)}`,
      ...parameters.values,
    )
    found.push(...rows.map(toIndexedDocument))
  }
  return found
}

/** The text of a shared memory `s` with its document `d`, like `documentText`. */
const words = `concat_ws(E'\\n', s.text ->> 'content',
  nullif(concat_ws(' ', s.text ->> 'key', (
    SELECT string_agg(label, ' ') FROM jsonb_array_elements_text(
      coalesce(s.text -> 'tags', '[]') || coalesce(s.text -> 'keywords', '[]')) AS label)), ''),
  d.files)`

/** @returns a condition on documents `d`; undefined if nothing can meet it */
function filterSql(filter: SearchFilter, parameters: Parameters): string | undefined {
  const wanted = filterArguments(filter, parameters)
  return wanted && `recall_passes(d, ${wanted.join(', ')})`
}

/**
 * The arguments of `recall_passes` and the last ones of `recall_pool`. Shared memories belong to
 * projects, never to sessions or branches, and are never candidates.
 * @returns undefined if nothing can meet the filter
 */
function filterArguments(filter: SearchFilter, parameters: Parameters): string[] | undefined {
  const { scopes, scope, projectId, types, kinds, sessionId, branch } = filter
  if (scope !== undefined && scope !== 'project') return undefined
  if (sessionId !== undefined || branch !== undefined) return undefined
  if (types && !types.includes('memory')) return undefined
  const inScope = scopes
    ?.filter((each) => each.scope === 'project')
    .map(({ scopeId }) => scopeId)
    .filter((id) => projectId === undefined || id === projectId)
  const projects = inScope ?? (projectId === undefined ? undefined : [projectId])
  const given: readonly (readonly [value: Value, type: string])[] = [
    [projects, 'uuid[]'],
    [kinds, 'text[]'],
    [filter.host, 'text'],
    [filter.from, 'timestamptz'],
    [filter.to, 'timestamptz'],
    [filter.validAt, 'timestamptz'],
    [filter.validNow, 'timestamptz'],
    [filter.file, 'text'],
  ]
  return given.map(([value, type]) => `${parameters.add(value)}::${type}`)
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
