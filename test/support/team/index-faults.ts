/** Whether recall on the server finds exactly what is shared. Each fault is a sentence. */
import type { TeamDatabase } from '../../../src/adapters/postgres/connection/team-database.ts'
import { createSearchIndex } from '../../../src/adapters/postgres/search/search-index.ts'

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
  return [
    ...differing.map((id) => `the index and what is shared differ about ${id}`),
    ...(await createSearchIndex(queries).check()).map((fault) => `the index: ${fault}`),
  ]
}
