/** Whether the vectors agree with themselves and with the search index. */
import type { Database } from '../connection/database.ts'

const findings: readonly [sql: string, finding: (count: number) => string][] = [
  [
    'SELECT count(*) AS count FROM vectors WHERE length(embedding) <> dimensions',
    (count) => `${count} vectors are not as long as they say`,
  ],
  [
    `SELECT count(*) AS count FROM vectors WHERE NOT EXISTS (
       SELECT 1 FROM search_documents AS d WHERE d.type = vectors.type AND d.id = vectors.id)`,
    (count) => `${count} vectors belong to no document`,
  ],
]

export function checkVectors(database: Database): string[] {
  return findings.flatMap(([sql, finding]) => {
    const count = Number(database.get(sql)?.count)
    return count > 0 ? [finding(count)] : []
  })
}
