/** Whether the parts of the search index agree with each other. */
import type { Database } from '../connection/database.ts'

/** Each query counts the rows that are wrong. */
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

export function checkSearchIndex(database: Database): string[] {
  const findings = runChecks(database, checks)
  try {
    database.run("INSERT INTO search_index (search_index) VALUES ('integrity-check')")
    return findings
  } catch (error) {
    return [...findings, `the full-text index is damaged: ${(error as Error).message}`]
  }
}

export function runChecks(database: Database, checks: readonly Check[]): string[] {
  return checks.flatMap(([sql, finding]) => {
    const count = database.number(sql)
    return count > 0 ? [finding(count)] : []
  })
}
