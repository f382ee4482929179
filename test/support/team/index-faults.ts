/** Whether recall on the server finds exactly what is shared. Each fault is a sentence. */
import type { TeamDatabase } from '../../../src/adapters/postgres/connection/team-database.ts'

export async function findIndexFaults(
  database: TeamDatabase,
  organisation: string,
): Promise<string[]> {
  const queries = database.reading(organisation)
  const differing = await queries.texts(
    `SELECT coalesce(m.id::text, d.id) FROM (
       SELECT id, project_id, version, text FROM shared_memories
       WHERE organisation_id = $1 AND type = 'memory') AS m
     FULL JOIN (
       SELECT d.*, t.text FROM search_documents AS d JOIN search_texts AS t
         ON t.organisation_id = $1 AND t.number = d.number WHERE d.organisation_id = $1) AS d
       ON d.id = m.id::text AND d.version = m.version AND d.scope_id = m.project_id::text
       AND strpos(d.text, m.text ->> 'content') > 0
       AND d.valid_to IS NOT DISTINCT FROM (m.text ->> 'validTo')::timestamptz
     WHERE m.id IS NULL OR d.id IS NULL`,
  )
  const faults = differing.map((id) => `the index and what is shared differ about ${id}`)
  for (const [sql, faultOf] of checks) {
    const count = await queries.number(sql)
    if (count > 0) faults.push(`the index: ${faultOf(count)}`)
  }
  return faults
}

/** Each query counts what is wrong. */
const checks: readonly (readonly [sql: string, faultOf: (count: number) => string])[] = [
  [
    `SELECT count(*) FROM search_documents AS d WHERE d.organisation_id = $1 AND NOT EXISTS (
       SELECT FROM search_texts AS t WHERE t.organisation_id = $1 AND t.number = d.number)`,
    (count) => `${count} documents have no text`,
  ],
  [
    `SELECT abs(count(*) - coalesce((SELECT documents FROM search_totals
       WHERE organisation_id = $1), 0)) FROM search_documents WHERE organisation_id = $1`,
    (count) => `the count of documents is wrong by ${count}`,
  ],
  [
    `SELECT count(*) FROM (
       SELECT hash, count(*) AS documents FROM search_documents, unnest(hashes) AS hash
       WHERE organisation_id = $1 GROUP BY hash) AS real
     FULL JOIN (SELECT hash, documents FROM search_terms
       WHERE organisation_id = $1 AND documents > 0) AS kept USING (hash)
     WHERE real.documents IS DISTINCT FROM kept.documents`,
    (count) => `${count} terms have a wrong count of documents`,
  ],
]
