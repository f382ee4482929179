/** Candidates without a judge, whose rules change: stored memories that nobody confirmed. */
import { DatabaseSync } from 'node:sqlite'
import { prepareStatement } from '../../../src/adapters/sqlite/connection/statement.ts'
import type { World } from './world.ts'

/** Makes these candidates of what the user said; all by default. @param heardBy a model or local rules */
export function makeCandidates(
  world: Pick<World, 'paths'>,
  ids?: readonly string[],
  heardBy: 'model' | 'heuristic' = 'model',
): void {
  const database = new DatabaseSync(world.paths.database, { timeout: 10_000 })
  try {
    prepareStatement(
      database,
      `UPDATE memories SET standing = 'candidate', confirmation = NULL, confirmed_at = NULL,
         source = ?2, trust = 'user' WHERE ?1 IS NULL OR id IN (SELECT value FROM json_each(?1))`,
    ).run([ids && JSON.stringify(ids), heardBy])
  } finally {
    database.close()
  }
}
