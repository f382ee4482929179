/** Writes documents, and keeps the counts of terms in step with them. */

import { hash } from 'node:crypto'
import {
  type DocumentKey,
  documentText,
  type SearchDocument,
} from '../../../core/model/search-document.ts'
import { columns as indexedColumns, indexTerms } from '../../../core/text/indexed-terms.ts'
import { storable, toJson } from '../../../core/text/visible-text.ts'
import { columnName } from '../../column-names.ts'
import type { Queries, Value } from '../connection/queries.ts'

const areDocuments = '(d.type, d.id) IN (SELECT * FROM unnest($2::text[], $3::text[]))'
const valuesOf = (keys: readonly DocumentKey[]): readonly Value[] => [
  keys.map(({ type }) => type),
  keys.map(({ id }) => id),
]

/** With the version of a shared memory that it was made from. */
type VersionedDocument = SearchDocument & { readonly version?: number }

interface PreparedDocument {
  readonly document: VersionedDocument
  readonly encoded: string
  /** Each with the weights of the fields that have it, twice, so that they are whole. */
  readonly strengths: ReadonlyMap<string, number>
  /** How many terms the fields have, each once a field. */
  readonly length: number
}

/** As SQLite's index weighs them. Only picks candidates; ranking weighs again. */
const fieldStrengths = { who: 1, title: 4, body: 4, answer: 2, files: 2 }

/**
 * A replaced document keeps its number, and so its place in a stable order.
 * @param prefix before every term, for documents that only those find who ask with it
 */
export async function putDocuments(
  queries: Queries,
  given: readonly VersionedDocument[],
  prefix = '',
): Promise<void> {
  const prepared = lastOfEach(given).map((document) => prepare(document, prefix))
  const documents = prepared.map(({ document }) => document)
  // Sent in one go; PostgreSQL takes one after the other.
  const [unused] = await Promise.all([
    withdrawDocuments(queries, documents),
    ...prepared.map((each) => insertDocument(queries, each)),
    countTerms(queries, prepared),
    countDocuments(queries, prepared),
  ])
  await dropUnusedTerms(queries, unused)
}

export async function removeDocuments(
  queries: Queries,
  keys: readonly DocumentKey[],
): Promise<void> {
  await dropUnusedTerms(queries, await withdrawDocuments(queries, keys))
  await queries.run(
    `DELETE FROM search_documents AS d WHERE d.organisation_id = $1 AND ${areDocuments}`,
    ...valuesOf(keys),
  )
}

function lastOfEach(documents: readonly VersionedDocument[]): VersionedDocument[] {
  return [...new Map(documents.map((each) => [`${each.type} ${each.id}`, each])).values()]
}

function prepare(document: VersionedDocument, prefix: string): PreparedDocument {
  const { encoded, columns: fields } = indexTerms(document.fields)
  const strengths = new Map<string, number>()
  let length = 0
  for (const field of indexedColumns) {
    const terms = new Set(storable(fields[field]).split(' ').filter(Boolean))
    for (const plain of terms) {
      const term = prefix + plain
      strengths.set(term, (strengths.get(term) ?? 0) + fieldStrengths[field])
    }
    length += terms.size
  }
  return { document, encoded, strengths, length }
}

const columns = [
  'type',
  'id',
  'scope',
  'scope_id',
  'project_id',
  'host',
  'session_id',
  'position',
  'branch',
  'kind',
  'at',
  'valid_from',
  'valid_to',
  'length',
  'version',
]

const inserting = `
  WITH document AS (
    INSERT INTO search_documents (organisation_id, ${columns.join(', ')}, hashes, strengths)
    SELECT $1, ${columns.join(', ')}, $3::bigint[], $7::smallint[]
    FROM jsonb_populate_record(NULL::search_documents, $2::jsonb)
    ON CONFLICT (organisation_id, type, id) DO UPDATE
    SET (${columns.join(', ')}, hashes, strengths) = ROW (
      ${columns.map((column) => `excluded.${column}`).join(', ')}, excluded.hashes,
      excluded.strengths)
    RETURNING number),
  files AS (
    INSERT INTO search_files (organisation_id, path, number)
    SELECT $1, path, number FROM document, unnest($5::text[]) AS path)
  INSERT INTO search_texts (organisation_id, number, terms, files, text)
  SELECT $1, number, $4, array_to_string($5::text[], E'\\n'), $6 FROM document
  ON CONFLICT (organisation_id, number) DO UPDATE
  SET terms = excluded.terms, files = excluded.files, text = excluded.text`

async function insertDocument(
  queries: Queries,
  { document, encoded, strengths, length }: PreparedDocument,
): Promise<void> {
  const { scope: address, fields, ...others } = document
  const row = { ...others, ...address, length }
  const named = Object.entries(row).map(([member, value]) => [columnName(member), value])
  await queries.run(
    inserting,
    toJson(Object.fromEntries(named)),
    [...strengths.keys()].map((term) => hashTerm(queries.organisation, term)),
    encoded,
    [...new Set(fields.files ?? [])],
    documentText(document),
    [...strengths.values()],
  )
}

/** Each term once for all documents: most of them share their common words. */
async function countTerms(queries: Queries, prepared: readonly PreparedDocument[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const { strengths } of prepared) {
    for (const term of strengths.keys()) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  const terms = [...counts.keys()]
  await queries.run(
    `INSERT INTO search_terms (organisation_id, hash, term, documents)
     SELECT $1, hash, term, documents
     FROM unnest($2::bigint[], $3::text[], $4::integer[]) AS given (hash, term, documents)
     ON CONFLICT (organisation_id, hash)
     DO UPDATE SET documents = search_terms.documents + excluded.documents`,
    terms.map((term) => hashTerm(queries.organisation, term)),
    terms,
    [...counts.values()],
  )
}

async function countDocuments(
  queries: Queries,
  prepared: readonly PreparedDocument[],
): Promise<void> {
  const length = prepared.reduce((sum, each) => sum + each.length, 0)
  await queries.insert(
    'search_totals',
    { documents: prepared.length, length },
    `ON CONFLICT (organisation_id) DO UPDATE
     SET documents = search_totals.documents + excluded.documents,
       length = search_totals.length + excluded.length`,
  )
}

/**
 * Takes documents out of the counts and the list of files, before they are replaced or deleted.
 * @returns hashes of terms that no document has now
 */
async function withdrawDocuments(
  queries: Queries,
  keys: readonly DocumentKey[],
): Promise<string[]> {
  return queries.texts(
    `WITH gone AS (SELECT d.number, d.length, d.hashes FROM search_documents AS d
       WHERE d.organisation_id = $1 AND ${areDocuments}),
     files AS (DELETE FROM search_files WHERE organisation_id = $1
       AND number IN (SELECT number FROM gone)),
     totals AS (UPDATE search_totals SET documents = documents - (SELECT count(*) FROM gone),
         length = length - (SELECT coalesce(sum(length), 0) FROM gone)
       WHERE organisation_id = $1 AND EXISTS (SELECT FROM gone)),
     terms AS (UPDATE search_terms AS t SET documents = t.documents - g.documents
       FROM (SELECT hash, count(*) AS documents FROM gone, unnest(hashes) AS hash GROUP BY hash)
         AS g WHERE t.organisation_id = $1 AND t.hash = g.hash RETURNING t.hash, t.documents)
     SELECT hash::text FROM terms WHERE documents <= 0`,
    ...valuesOf(keys),
  )
}

/** What was forgotten leaves no word behind. */
async function dropUnusedTerms(queries: Queries, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await queries.run(
    `DELETE FROM search_terms WHERE organisation_id = $1 AND hash = ANY ($2::bigint[])
     AND documents <= 0`,
    hashes,
  )
}

/**
 * With the organisation, so that organisations share no entry. Eight bytes of a SHA-256, as
 * PostgreSQL's signed `bigint`.
 */
export function hashTerm(organisation: string, term: string): bigint {
  const digest = hash('sha256', `${organisation} ${storable(term)}`, 'buffer')
  return digest.readBigInt64BE(0)
}
