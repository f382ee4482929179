/** The search index, using FTS5. Its queries are in `search-queries.ts`. */
import {
  type DocumentKey,
  documentText,
  type SearchDocument,
} from '../../../core/model/search-document.ts'
import type { SearchIndex } from '../../../core/ports/search-index.ts'
import { indexTerms } from '../../../core/text/indexed-terms.ts'
import type { Database } from '../connection/database.ts'
import { isCorrupt } from '../connection/errors.ts'
import { createSearchQueries } from './search-queries.ts'

export function createSearchIndex(database: Database): SearchIndex {
  return {
    ...createSearchQueries(database),
    async put(documents) {
      for (const document of documents) putDocument(database, document)
    },
    remove: async (keys) => removeDocuments(database, keys),
    clear: async () => emptyIndex(database),
    async optimise() {
      database.run("INSERT INTO search_index (search_index) VALUES ('optimize')")
    },
    check: async () => checkSearchIndex(database),
  }
}

/** Overwrites what it deletes, because the index contains memories. */
function emptyIndex(database: Database): void {
  database.overwriteDeleted()
  database.run("INSERT INTO search_index (search_index) VALUES ('delete-all')")
  for (const table of ['search_files', 'search_texts', 'search_documents']) {
    database.run(`DELETE FROM ${table}`)
  }
}

export function removeDocuments(database: Database, keys: readonly DocumentKey[]): void {
  for (const key of keys) removeRow(database, findRow(database, key))
}

/** A replaced document keeps its row, and so its place in a stable order. */
function putDocument(database: Database, document: SearchDocument): void {
  const known = findRow(database, document)
  removeRow(database, known)
  const { scope: address, fields, ...columns } = document
  database.insert('search_documents', { ...columns, ...address, row: known })
  const row = known ?? database.number('SELECT last_insert_rowid()')
  const terms = indexTerms(fields)
  const files = [...new Set(fields.files ?? [])]
  const text = documentText(document)
  database.insert('search_texts', { row, terms: terms.encoded, files: files.join('\n'), text })
  for (const path of files) database.insert('search_files', { path, row })
  database.insert('search_index', { rowid: row, ...terms.columns })
}

function findRow(database: Database, { type, id }: DocumentKey): number | undefined {
  const found = database.get('SELECT row FROM search_documents WHERE type = ? AND id = ?', type, id)
  return found && Number(found.row)
}

function removeRow(database: Database, row: number | undefined): void {
  if (row === undefined) return
  database.run('DELETE FROM search_index WHERE rowid = ?', row)
  database.run('DELETE FROM search_documents WHERE row = ?', row)
}

/** Each query counts the incorrect rows. */
export type Check = readonly [sql: string, finding: (count: number) => string]

const checks: readonly Check[] = [
  [
    'SELECT count(*) FROM search_documents WHERE row NOT IN (SELECT row FROM search_texts)',
    (count) => `${count} documents have no text`,
  ],
  [
    `SELECT count(*) FROM search_documents
     WHERE row NOT IN (SELECT id FROM search_index_docsize)`,
    (count) => `${count} documents are missing from the full-text index`,
  ],
  [
    `SELECT count(*) FROM search_index_docsize
     WHERE id NOT IN (SELECT row FROM search_documents)`,
    (count) => `the full-text index has ${count} documents too many`,
  ],
]

function checkSearchIndex(database: Database): string[] {
  const findings = runChecks(database, checks)
  try {
    database.run("INSERT INTO search_index (search_index) VALUES ('integrity-check')")
    return findings
  } catch (error) {
    if (!isCorrupt(error)) throw error
    return [...findings, `the full-text index is damaged: ${(error as Error).message}`]
  }
}

export function runChecks(database: Database, checks: readonly Check[]): string[] {
  return checks.flatMap(([sql, finding]) => {
    const count = database.number(sql)
    return count > 0 ? [finding(count)] : []
  })
}
