/** Candidates without a judge, whose rules change: stored memories that nobody confirmed. */
import { DatabaseSync } from 'node:sqlite'
import { prepareStatement } from '../../../src/adapters/sqlite/connection/statement.ts'
import type { World } from './world.ts'

/** Makes these candidates that a model heard the user say; all by default. */
export function makeCandidates(world: Pick<World, 'paths'>, ids?: readonly string[]): void {
  const database = new DatabaseSync(world.paths.database, { timeout: 10_000 })
  try {
    prepareStatement(
      database,
      `UPDATE memories SET standing = 'candidate', confirmation = NULL, confirmed_at = NULL,
         source = 'model' WHERE ?1 IS NULL OR id IN (SELECT value FROM json_each(?1))`,
    ).run([ids && JSON.stringify(ids)])
  } finally {
    database.close()
  }
}
