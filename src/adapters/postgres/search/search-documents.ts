/** Writes documents of shared memories and keeps term counts in step. */

import { hash } from 'node:crypto'
import type { SearchDocument } from '../../../core/model/search-document.ts'
import { isStopWord } from '../../../core/text/common-words.ts'
import {
  decodeTerms,
  columns as indexedColumns,
  indexTerms,
} from '../../../core/text/indexed-terms.ts'
import { storable, toJson } from '../../../core/text/visible-text.ts'
import type { Queries } from '../connection/queries.ts'

export interface SharedDocument {
  readonly document: SearchDocument
  /** The version of the memory it was made from. */
  readonly version: number
  /** Set for a document in this person's personal project. */
  readonly person: string | undefined
}

interface PreparedDocument extends SharedDocument {
  readonly encoded: string
  /** Each term with the weights of the fields that contain it, doubled to be whole numbers. */
  readonly strengths: ReadonlyMap<string, number>
  /** How many terms the fields have, each counted once per field. */
  readonly length: number
}

/** The same weights as SQLite's index. This only picks candidates; ranking weighs again. */
const fieldStrengths = { who: 1, title: 4, body: 4, answer: 2, files: 2 }

/** A replaced document keeps its number, and so its place in a stable order. */
export async function putDocuments(
  queries: Queries,
  documents: readonly SharedDocument[],
): Promise<void> {
  if (documents.length === 0) return
  const prepared = documents.map(prepare)
  await withdrawDocuments(
    queries,
    documents.map(({ document }) => document.id),
  )
  // Sent together; PostgreSQL runs them in order.
  await Promise.all([
    insertDocuments(queries, prepared),
    countTerms(
      queries,
      prepared.map(({ strengths }) => [...strengths.keys()]),
      1,
    ),
    countDocuments(
      queries,
      prepared.length,
      prepared.reduce((sum, { length }) => sum + length, 0),
    ),
  ])
}

export async function removeDocuments(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await withdrawDocuments(queries, ids)
  await queries.run(
    'DELETE FROM recall_documents WHERE organisation_id = $1 AND memory_id = ANY ($2::uuid[])',
    ids,
  )
}

function prepare(given: SharedDocument): PreparedDocument {
  const { encoded, columns: fields } = indexTerms(given.document.fields)
  const prefix = termPrefix(given.person)
  const strengths = new Map<string, number>()
  let length = 0
  for (const field of indexedColumns) {
    const terms = new Set(storable(fields[field]).split(' ').filter(Boolean))
    for (const plain of terms) {
      // Queries never contain stop words.
      if (isStopWord(plain)) continue
      const term = prefix + plain
      strengths.set(term, (strengths.get(term) ?? 0) + fieldStrengths[field])
    }
    length += terms.size
  }
  return { ...given, encoded, strengths, length }
}

const inserting = `
  INSERT INTO recall_documents (organisation_id, memory_id, project_id, version, at, valid_from,
    valid_to, length, kind, host, files, hashes, strengths, terms)
  SELECT $1, d.* FROM jsonb_to_recordset($2) AS d (memory_id uuid, project_id uuid, version bigint,
    at timestamptz, valid_from timestamptz, valid_to timestamptz, length integer, kind text, host text,
    files text, hashes integer[], strengths bytea, terms text)
  ON CONFLICT (organisation_id, memory_id) DO UPDATE SET (project_id, version, at, valid_from,
    valid_to, length, kind, host, files, hashes, strengths, terms) = ROW (excluded.project_id,
    excluded.version, excluded.at, excluded.valid_from, excluded.valid_to, excluded.length,
    excluded.kind, excluded.host, excluded.files, excluded.hashes, excluded.strengths,
    excluded.terms)`

async function insertDocuments(
  queries: Queries,
  prepared: readonly PreparedDocument[],
): Promise<void> {
  const rows = prepared.map(({ document, version, encoded, strengths, length }) => ({
    memory_id: document.id,
    project_id: document.scope.scopeId,
    version,
    at: document.at,
    valid_from: document.validFrom,
    valid_to: document.validTo,
    length,
    kind: document.kind,
    host: document.host,
    files: document.fields.files?.join('\n') || undefined,
    hashes: [...strengths.keys()].map((term) => hashTerm(queries.organisation, term)),
    strengths: `\\x${Buffer.from([...strengths.values()]).toString('hex')}`,
    terms: encoded,
  }))
  await queries.run(inserting, toJson(rows))
}

/** Counts each term once for all documents, because they share their common words. */
async function countTerms(
  queries: Queries,
  termsOfEach: readonly (readonly string[])[],
  by: 1 | -1,
): Promise<void> {
  const counts = new Map<string, number>()
  for (const terms of termsOfEach) {
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + by)
  }
  await queries.run(
    `INSERT INTO recall_terms AS t (organisation_id, term, documents)
     SELECT $1, term, documents FROM unnest($2::text[], $3::integer[]) AS given (term, documents)
     ON CONFLICT (organisation_id, term)
     DO UPDATE SET documents = t.documents + excluded.documents`,
    [...counts.keys()],
    [...counts.values()],
  )
}

async function countDocuments(queries: Queries, documents: number, length: number): Promise<void> {
  await queries.insert(
    'recall_totals',
    { documents, length },
    `ON CONFLICT (organisation_id) DO UPDATE
     SET documents = recall_totals.documents + excluded.documents,
       length = recall_totals.length + excluded.length`,
  )
}

/** Subtracts documents from the counts before they are replaced or deleted. */
async function withdrawDocuments(queries: Queries, ids: readonly string[]): Promise<void> {
  const former = await queries.list<FormerDocument>(
    `SELECT d.length, d.terms, p.person_id AS person FROM recall_documents AS d
     JOIN shared_projects AS p ON p.organisation_id = $1 AND p.id = d.project_id
     WHERE d.organisation_id = $1 AND d.memory_id = ANY ($2::uuid[])`,
    ids,
  )
  if (former.length === 0) return
  const terms = former.map(termsOf)
  await countTerms(queries, terms, -1)
  await countDocuments(
    queries,
    -former.length,
    -former.reduce((sum, { length }) => sum + length, 0),
  )
  // A forgotten memory leaves no word behind.
  await queries.run(
    `DELETE FROM recall_terms WHERE organisation_id = $1 AND term = ANY ($2::text[])
     AND documents <= 0`,
    [...new Set(terms.flat())],
  )
}

interface FormerDocument {
  readonly length: number
  readonly terms: string
  /** Set for a document in this person's personal project. */
  readonly person: string | undefined
}

function termsOf({ terms, person }: FormerDocument): string[] {
  const prefix = termPrefix(person)
  const lines = decodeTerms(terms).columns.map(({ line }) => line)
  const plain = lines.flatMap((line) => line.split(' ').slice(1, -1))
  return [...new Set(plain.map((term) => prefix + term.replace(/\t.*/, '')))]
}

/**
 * Prefixes the words of a personal project, so that the team's counts and spellings reveal nothing
 * about private memories. No term contains a space.
 */
export const termPrefix = (person: string | null | undefined) => (person ? `${person} ` : '')

/**
 * Includes the organisation, so that organisations share almost no entries: equal hashes only make
 * a pool larger. Four bytes of a SHA-256, as PostgreSQL's signed `integer`; `recall_pool` computes
 * the same.
 */
export function hashTerm(organisation: string, term: string): number {
  return hash('sha256', `${organisation} ${storable(term)}`, 'buffer').readInt32BE(0)
}
