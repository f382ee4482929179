/** Whether recall on the server finds exactly what is shared. Each fault is a sentence. */
import type { TeamDatabase } from '../../../src/adapters/postgres/connection/team-database.ts'

export async function findIndexFaults(
  database: TeamDatabase,
  organisation: string,
): Promise<string[]> {
  const queries = database.reading(organisation)
  const differing = await queries.texts(
    `SELECT coalesce(m.id, d.memory_id) FROM (
       SELECT id, project_id, version, text FROM shared_memories
       WHERE organisation_id = $1 AND type = 'memory') AS m
     FULL JOIN (SELECT * FROM recall_documents WHERE organisation_id = $1) AS d
       ON d.memory_id = m.id AND d.version = m.version AND d.project_id = m.project_id
       AND d.valid_to IS NOT DISTINCT FROM (m.text ->> 'validTo')::timestamptz
     WHERE m.id IS NULL OR d.memory_id IS NULL`,
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
    `SELECT abs(count(*) - coalesce((SELECT documents FROM recall_totals
       WHERE organisation_id = $1), 0)) FROM recall_documents WHERE organisation_id = $1`,
    (count) => `the count of documents is wrong by ${count}`,
  ],
  [
    `SELECT count(*) FROM (
       SELECT hash, count(*) AS documents FROM recall_documents, unnest(hashes) AS hash
       WHERE organisation_id = $1 GROUP BY hash) AS real
     FULL JOIN (SELECT ('x' || encode(substr(sha256(convert_to($1::text || ' ' || term, 'UTF8')),
         1, 4), 'hex'))::bit(32)::integer AS hash, documents
       FROM recall_terms WHERE organisation_id = $1) AS kept USING (hash)
     WHERE real.documents IS DISTINCT FROM kept.documents`,
    (count) => `${count} terms have a wrong count of documents`,
  ],
]
