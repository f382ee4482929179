/**
 * Writes the schema that all migrations make as one file, which a new database is made with:
 * 12 ms instead of 75.
 *
 *     node scripts/new-database.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { Database } from '../src/adapters/sqlite/connection/database.ts'
import { listMigrations } from '../src/adapters/sqlite/connection/migrate.ts'

const connection = new URL('../src/adapters/sqlite/connection/', import.meta.url)
const migrations = new URL('migrations/', connection)
const heading = `-- All migrations at once, for a new database. Written by scripts/new-database.ts.\n`

interface SchemaObject {
  readonly type: string
  readonly name: string
  readonly sql: string
}

const database = new Database(':memory:')
for (const name of listMigrations(migrations)) {
  database.exec(readFileSync(new URL(name, migrations), 'utf8'))
}
const version = listMigrations(migrations).length
const objects = listObjects()
const tables = objects.filter(({ type }) => type === 'table')
const parts = [
  ...objects.filter(({ type }) => type !== 'trigger').map(({ sql }) => `${sql};\n`),
  ...tables.flatMap(({ name, sql }) => (isVirtual(sql) ? [] : rowsOf(name))),
  // Last, so that the rows above set none off.
  ...objects.filter(({ type }) => type === 'trigger').map(({ sql }) => `${sql};\n`),
]
writeFileSync(
  new URL('new-database.sql', connection),
  `${heading}${parts.join('')}PRAGMA user_version = ${version};\n`,
)

/** In the order they were made; tables first, since indexes and triggers need them. */
function listObjects(): SchemaObject[] {
  const all = database.list<SchemaObject>(
    `SELECT type, name, sql FROM sqlite_schema
     WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type <> 'table', rowid`,
  )
  const virtual = all.filter(({ sql }) => isVirtual(sql))
  // A virtual table makes its own.
  return all.filter(({ name }) => !virtual.some((table) => name.startsWith(`${table.name}_`)))
}

function isVirtual(sql: string): boolean {
  return sql.startsWith('CREATE VIRTUAL')
}

function rowsOf(table: string): string[] {
  const columns = database.texts('SELECT name FROM pragma_table_info(?)', table)
  const values = columns.map((name) => `quote("${name}")`).join(` || ', ' || `)
  const rows = database.texts(`SELECT ${values} FROM ${table}`)
  return rows.map((row) => `INSERT INTO ${table} VALUES (${row});\n`)
}
