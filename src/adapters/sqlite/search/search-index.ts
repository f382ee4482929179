/** The search index on FTS5. What is read for a question is in `search-queries.ts`. */

import type { DocumentKey, SearchDocument } from '../../../core/model/search-document.ts'
import { documentText } from '../../../core/model/search-document.ts'
import type { SearchIndex } from '../../../core/ports/search-index.ts'
import { indexTerms } from '../../../core/text/indexed-terms.ts'
import type { Database, Row } from '../connection/database.ts'
import { insertRow, orNull } from '../connection/rows.ts'
import { checkSearchIndex } from './search-check.ts'
import { createSearchQueries } from './search-queries.ts'

export function createSearchIndex(database: Database): SearchIndex {
  return {
    ...createSearchQueries(database),
    async put(documents) {
      for (const document of documents) putDocument(database, document)
    },
    async remove(keys) {
      for (const key of keys) removeRow(database, findRow(database, key))
    },
    async removeSession(sessionId) {
      const rows = database.all(
        "SELECT row FROM search_documents WHERE session_id = ? AND type <> 'memory'",
        sessionId,
      )
      for (const { row } of rows) removeRow(database, Number(row))
      return rows.length
    },
    clear: async () => emptyIndex(database),
    async optimise() {
      database.run("INSERT INTO search_index (search_index) VALUES ('optimize')")
    },
    check: async () => checkSearchIndex(database),
  }
}

/** Memories are in it, so nothing of it is left in the file. */
export function emptyIndex(database: Database): void {
  database.overwriteDeleted()
  database.run("INSERT INTO search_index (search_index) VALUES ('delete-all')")
  for (const table of ['search_files', 'search_texts', 'search_documents']) {
    database.run(`DELETE FROM ${table}`)
  }
}

/** A replaced document keeps its row, so its place in a stable order. */
function putDocument(database: Database, document: SearchDocument): void {
  const known = findRow(database, document)
  if (known !== undefined) removeRow(database, known)
  const { columns, encoded } = indexTerms(document.fields)
  const files = [...new Set(document.fields.files ?? [])]
  insertRow(database, 'search_documents', documentColumns(document, known))
  const row = known ?? Number(database.get('SELECT last_insert_rowid() AS row')?.row)
  insertRow(database, 'search_texts', {
    row,
    terms: encoded,
    files: files.join('\n'),
    text: documentText(document),
  })
  for (const path of files) insertRow(database, 'search_files', { path, row })
  insertRow(database, 'search_index', { rowid: row, ...columns })
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

function documentColumns(document: SearchDocument, row: number | undefined): Row {
  return {
    ...(row !== undefined && { row }),
    type: document.type,
    id: document.id,
    scope: document.scope.scope,
    scope_id: document.scope.scopeId,
    project_id: orNull(document.projectId),
    host: orNull(document.host),
    session_id: orNull(document.sessionId),
    position: orNull(document.position),
    branch: orNull(document.branch),
    kind: orNull(document.kind),
    at: document.at,
    valid_from: orNull(document.validFrom),
    valid_to: orNull(document.validTo),
  }
}
