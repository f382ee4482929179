/** Homes that released programs wrote: unpacked for a test, and read table by table. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { createWorld, type World } from './world.ts'

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'releases')

export const releases: readonly string[] = readdirSync(folder)

/** Removed after the test. */
export function unpackHome(name: string): World {
  const world = createWorld()
  onTestFinished(() => world.close())
  mkdirSync(world.paths.root, { mode: 0o700 })
  const archive = join(folder, name, 'home.tar.gz')
  const { status } = spawnSync('tar', ['-xzf', archive, '-C', world.paths.root])
  expect(status).toBe(0)
  return world
}

/** Without those that the search index keeps for itself. */
export function tablesOf(world: World): string[] {
  return world
    .rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
    .map(({ name }) => String(name))
    .filter((name) => !/^search_index_|^sqlite_/.test(name))
}

export const columnsOf = (world: World, table: string): string[] =>
  world.rows('SELECT name FROM pragma_table_info(?)', table).map(({ name }) => String(name))

export const countRows = (world: World, table: string): number =>
  Number(world.rows(`SELECT count(*) AS rows FROM "${table}"`)[0]?.rows)

/** The same for the same rows in any order. */
export function digestRows(world: World, table: string, columns: readonly string[]): string {
  const values = columns.map((name) => `quote("${name}")`).join(` || ',' || `)
  const rows = world.rows(`SELECT ${values} AS row FROM "${table}" ORDER BY 1`)
  return createHash('sha256')
    .update(rows.map(({ row }) => String(row)).join('\n'))
    .digest('hex')
}

/** Everything that the schema has, in a form that can be compared. */
export function schemaOf(world: World): string[] {
  const objects = world.rows(`SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL`)
  return objects
    .map(({ type, name, sql }) => `${type} ${name}: ${String(sql).replace(/\s+/g, ' ')}`)
    .sort()
}
