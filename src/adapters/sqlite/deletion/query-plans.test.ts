/** Deleting one session of many must not read the others. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '../../../../test/support/core/clock.ts'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { openStore } from '../store.ts'

let database: DatabaseSync
beforeEach(async () => {
  const file = join(makeTemporaryFolder(), 'throughline.db')
  const clock = createTestClock()
  const store = await openStore({ file, backupFolder: `${file}-backups`, keepBackups: 1, clock })
  store.close()
  database = new DatabaseSync(file)
  onTestFinished(() => database.close())
})

function scansOf(sql: string): string[] {
  const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]
  return rows
    .map(({ detail }) => detail)
    .filter((detail) => /^SCAN (?!json_each|CONSTANT)/.test(detail))
}

const some = "(SELECT value FROM json_each('[]'))"

test.each([
  `SELECT id, kind FROM events WHERE session_id = 'x' LIMIT 50`,
  `SELECT id, kind FROM events WHERE turn_id = 'x' LIMIT 50`,
  `DELETE FROM events WHERE id IN ${some}`,
  `DELETE FROM turns WHERE id IN ${some}`,
  `DELETE FROM memory_sources WHERE type = 'turn' AND ref IN ${some}`,
  `DELETE FROM digests WHERE type = 'turn' AND id IN ${some}`,
  `DELETE FROM lifecycle_events WHERE session_id = 'x' AND subject IN ${some}`,
  `DELETE FROM jobs WHERE kind IN ('digest-turn', 'extract') AND subject IN ${some}`,
  `SELECT 1 FROM tool_events WHERE input_hash = x'00' UNION ALL
   SELECT 1 FROM tool_events WHERE output_hash = x'00' LIMIT 1`,
  `SELECT * FROM sessions WHERE status IN ('active', 'completed') AND last_event_at < '2026'`,
  `SELECT * FROM sessions WHERE status = 'completed' ORDER BY last_event_at, id LIMIT 1`,
  `SELECT id FROM memories WHERE scope = 'project' AND updated_at < '2026' ORDER BY updated_at`,
  `SELECT 1 FROM deleted_history WHERE hash = x'00'`,
])('no table is read through by %s', (sql) => {
  expect(scansOf(sql)).toEqual([])
})

test('every column that refers to another table has an index, or deleting there reads this one', () => {
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search_index%'",
    )
    .all() as { name: string }[]
  const unindexed = tables.flatMap(({ name }) => {
    const references = database.prepare('SELECT "from" FROM pragma_foreign_key_list(?)').all(name)
    return (references as { from: string }[])
      .filter(({ from }) => scansOf(`SELECT 1 FROM ${name} WHERE ${from} = 'x'`).length > 0)
      .map(({ from }) => `${name}.${from}`)
  })
  expect(unindexed).toEqual([])
})
