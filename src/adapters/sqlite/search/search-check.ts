/** Whether the parts of the search index agree with each other. */
import type { Database } from '../connection/database.ts'

const findings: readonly [sql: string, finding: (count: number) => string][] = [
  [
    'SELECT count(*) AS count FROM search_documents WHERE row NOT IN (SELECT row FROM search_texts)',
    (count) => `${count} documents have no text`,
  ],
  [
    `SELECT count(*) AS count FROM search_documents
     WHERE row NOT IN (SELECT id FROM search_index_docsize)`,
    (count) => `${count} documents are missing from the full-text index`,
  ],
  [
    `SELECT count(*) AS count FROM search_index_docsize
     WHERE id NOT IN (SELECT row FROM search_documents)`,
    (count) => `the full-text index has ${count} documents too many`,
  ],
]

export function checkSearchIndex(database: Database): string[] {
  const disagreements = findings.flatMap(([sql, finding]) => {
    const count = Number(database.get(sql)?.count)
    return count > 0 ? [finding(count)] : []
  })
  try {
    database.run("INSERT INTO search_index (search_index) VALUES ('integrity-check')")
    return disagreements
  } catch (error) {
    return [...disagreements, `the full-text index is damaged: ${(error as Error).message}`]
  }
}
