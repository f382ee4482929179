/** Compares the index with what is shared, and brings it in step a batch at a time. */
import type { IndexRepair } from '../../../core/ports/team/team-sync-store.ts'
import type { Queries } from '../connection/queries.ts'
import type { TeamDatabase } from '../connection/team-database.ts'
import { indexShared, removeShared } from './index-shared.ts'

/** The organisation's other writers wait as long as one batch takes. */
const batchSize = 100

/** What is done stays done: after an interruption only the rest differs. */
export async function repairIndex(
  database: TeamDatabase,
  organisation: string,
): Promise<IndexRepair> {
  const run = (step: (queries: Queries) => Promise<number>) =>
    repeat(() => database.writing(organisation, step))
  return { added: await run(addMissing), removed: await run(removeSurplus) }
}

async function repeat(step: () => Promise<number>): Promise<number> {
  let total = 0
  for (let done = await step(); done > 0; done = await step()) total += done
  return total
}

async function addMissing(queries: Queries): Promise<number> {
  const ids = await queries.texts(
    `SELECT m.id FROM shared_memories AS m WHERE m.organisation_id = $1 AND m.type = 'memory'
     AND NOT EXISTS (SELECT FROM search_documents AS d WHERE d.organisation_id = $1
       AND d.type = 'memory' AND d.id = m.id::text AND d.version = m.version
       AND d.scope_id = m.project_id::text)
     LIMIT ${batchSize}`,
  )
  await indexShared(queries, ids)
  return ids.length
}

async function removeSurplus(queries: Queries): Promise<number> {
  const ids = await queries.texts(
    `SELECT d.id FROM search_documents AS d WHERE d.organisation_id = $1 AND d.type = 'memory'
     AND NOT EXISTS (SELECT FROM shared_memories AS m WHERE m.organisation_id = $1
       AND m.type = 'memory' AND m.id = d.id::uuid)
     LIMIT ${batchSize}`,
  )
  await removeShared(queries, ids)
  return ids.length
}
