/** Writes documents, and keeps the counts of terms in step with them. */
import { documentText, type SearchDocument } from '../../../core/model/search-document.ts'
import { indexTerms } from '../../../core/text/indexed-terms.ts'
import { columnName } from '../../column-names.ts'
import type { Queries } from '../connection/queries.ts'
import { toJson } from '../connection/values.ts'
import { hashTerm } from './term-hash.ts'

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
]

/** A replaced document keeps its number, and so its place in a stable order. */
export async function putDocument(queries: Queries, document: SearchDocument): Promise<void> {
  const { scope: address, fields, ...others } = document
  const { encoded, columns: texts } = indexTerms(fields)
  const terms = [...new Set(Object.values(texts).join(' ').split(' '))].filter(Boolean)
  const files = [...new Set(fields.files ?? [])]
  const row = { ...others, ...address, length: terms.length }
  const named = Object.entries(row).map(([member, value]) => [columnName(member), value])
  const withdrawn = withdrawDocuments(
    queries,
    'd.type = $2 AND d.id = $3',
    document.type,
    document.id,
  )
  const put = queries.run(
    putting,
    toJson(Object.fromEntries(named)),
    terms.map((term) => hashTerm(queries.organisation, term)),
    terms,
    encoded,
    files,
    documentText(document),
  )
  await Promise.all([withdrawn, put])
}

const putting = `
  WITH document AS (
    INSERT INTO search_documents (organisation_id, ${columns.join(', ')}, hashes)
    SELECT $1, ${columns.join(', ')}, $3::bigint[]
    FROM jsonb_populate_record(NULL::search_documents, $2::jsonb)
    ON CONFLICT (organisation_id, type, id) DO UPDATE
    SET (${columns.join(', ')}, hashes)
      = ROW (${columns.map((column) => `excluded.${column}`).join(', ')}, excluded.hashes)
    RETURNING number, length),
  texts AS (
    INSERT INTO search_texts (organisation_id, number, terms, files, text)
    SELECT $1, number, $5, array_to_string($6::text[], E'\\n'), $7 FROM document
    ON CONFLICT (organisation_id, number) DO UPDATE
    SET terms = excluded.terms, files = excluded.files, text = excluded.text),
  files AS (
    INSERT INTO search_files (organisation_id, path, number)
    SELECT $1, path, number FROM document, unnest($6::text[]) AS path),
  totals AS (
    INSERT INTO search_totals (organisation_id, documents, length)
    SELECT $1, 1, length FROM document ON CONFLICT (organisation_id) DO UPDATE
    SET documents = search_totals.documents + 1, length = search_totals.length + excluded.length)
  INSERT INTO search_terms (organisation_id, hash, term, documents)
  SELECT $1, hash, term, 1 FROM unnest($3::bigint[], $4::text[]) AS given (hash, term)
  ON CONFLICT (organisation_id, hash) DO UPDATE SET documents = search_terms.documents + 1`

/** Takes documents out of the counts and the list of files, before they are replaced or deleted. */
export async function withdrawDocuments(
  queries: Queries,
  which: string,
  ...values: readonly string[]
): Promise<void> {
  await queries.run(
    `WITH gone AS (SELECT d.number, d.length, d.hashes FROM search_documents AS d
       WHERE d.organisation_id = $1 AND ${which}),
     files AS (DELETE FROM search_files WHERE organisation_id = $1
       AND number IN (SELECT number FROM gone)),
     totals AS (UPDATE search_totals SET documents = documents - (SELECT count(*) FROM gone),
         length = length - (SELECT coalesce(sum(length), 0) FROM gone)
       WHERE organisation_id = $1 AND EXISTS (SELECT FROM gone))
     UPDATE search_terms AS t SET documents = t.documents - g.documents
     FROM (SELECT hash, count(*) AS documents FROM gone, unnest(hashes) AS hash GROUP BY hash) AS g
     WHERE t.organisation_id = $1 AND t.hash = g.hash`,
    ...values,
  )
}
