/** Filler memories that make a home large, to give recall work. */
import { DatabaseSync } from 'node:sqlite'
import { spawnCli } from '../processes/cli.ts'
import type { World } from './world.ts'

/** Call it before a daemon runs in this world, once there is a database. */
export async function addFiller(world: World, count: number): Promise<void> {
  const database = new DatabaseSync(world.paths.database, { timeout: 10_000 })
  database.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO memories (id, scope, scope_id, kind, content, content_hash, importance, source,
      trust, valid_from, version_from, created_at, updated_at)
    SELECT printf('filler-%06d', n), 'global', '', 'reference',
      printf('Part %d of the importer has a rate limit of %d requests for key %d', n, n % 97, n % 31),
      cast(n AS blob), 0.5, 'import', 'user', at, at, at, at
    FROM (SELECT n, '2020-01-01T00:00:00.000Z' AS at FROM numbers);
    INSERT INTO changes (subject, id, version, kind, at)
    SELECT 'memory', id, version, 'created', 0 FROM memories WHERE id LIKE 'filler-%' ORDER BY id`)
  database.close()
  const { code, stderr } = await spawnCli(world, ['rebuild'])
  if (code !== 0) throw new Error(`the index was not rebuilt: ${stderr}`)
}
