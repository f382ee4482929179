/**
 * Copies what is readable in a damaged database. Reads each table from its start to the damage,
 * then from its end, so that only the damaged page is lost. Skips derived tables.
 */
import { DatabaseSync } from 'node:sqlite'
import { ThroughlineError } from '../../../contract/errors.ts'
import { refillChanges } from '../history/change-feed.ts'
import type { Database } from './database.ts'
import type { Row } from './statement.ts'

const derived = /^(?:search_|vector|digests$|changes$|change_cursors$|sqlite_)/

/** @returns the number of memories saved; `into` stays usable even if this fails */
export async function salvage(damaged: string, into: Database): Promise<number> {
  try {
    const from = new DatabaseSync(damaged, { readOnly: true })
    try {
      await into.transaction(
        () => {
          carryOver(from, into)
          refillChanges(into)
        },
        { durable: true },
      )
    } finally {
      from.close()
    }
    return into.number('SELECT count(*) FROM memories')
  } catch {
    return 0
  }
}

function carryOver(from: DatabaseSync, into: Database): void {
  for (const table of listTables(into)) {
    if (derived.test(table.name)) continue
    if (!readRows(from, into, table, 'ASC')) readRows(from, into, table, 'DESC')
    emptyDangling(into, table)
  }
}

/** @returns false if it hit damage */
function readRows(
  from: DatabaseSync,
  into: Database,
  table: Table,
  direction: 'ASC' | 'DESC',
): boolean {
  const order = table.order.map((column) => `${column} ${direction}`).join(', ')
  try {
    const rows = from.prepare(`SELECT * FROM ${table.name} ORDER BY ${order}`).iterate()
    for (const row of rows) putRow(into, table, row as Row)
    return true
  } catch (error) {
    if (error instanceof ThroughlineError) throw error
    return false
  }
}

/** If a referenced row is lost, drops an optional reference, or else the row. */
function putRow(into: Database, table: Table, row: Row): void {
  const known = table.columns.filter((column) => row[column] !== undefined)
  const whole = Object.fromEntries(known.map((column) => [column, row[column] ?? null]))
  const loose = table.references.filter(({ isRequired }) => !isRequired)
  const alone = { ...whole, ...Object.fromEntries(loose.map(({ column }) => [column, null])) }
  if (!tryToInsert(into, table, whole)) tryToInsert(into, table, alone)
}

/** @throws ThroughlineError for errors of the store, not of the row */
function tryToInsert(into: Database, { name }: Table, row: Row): boolean {
  try {
    into.insert(name, row, 'ON CONFLICT DO NOTHING')
    return true
  } catch (error) {
    if (error instanceof ThroughlineError) throw error
    return false
  }
}

/** References within a table are checked only at commit. */
function emptyDangling(into: Database, { name, references }: Table): void {
  for (const { column, parent, parentColumn } of references) {
    if (parent !== name) continue
    into.run(
      `UPDATE ${name} SET ${column} = NULL
       WHERE ${column} NOT IN (SELECT ${parentColumn} FROM ${name})`,
    )
  }
}

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** The columns that order the table's rows. */
  readonly order: readonly string[]
  readonly references: readonly Reference[]
}

interface Reference {
  readonly column: string
  readonly parent: string
  readonly parentColumn: string
  readonly isRequired: boolean
}

/** Parents first; without virtual tables and their shadow tables. */
export function listTables(database: Database): Table[] {
  const rows = database.all("SELECT name, wr FROM pragma_table_list WHERE type = 'table'")
  return parentsFirst(rows.map(({ name, wr }) => readTable(database, String(name), wr === 1)))
}

function readTable(database: Database, name: string, isWithoutRowid: boolean): Table {
  const columns = database.all('SELECT * FROM pragma_table_info(?)', name)
  const names = (rows: typeof columns) => rows.map((column) => String(column.name))
  const required = names(columns.filter(({ notnull, pk }) => notnull === 1 || Number(pk) > 0))
  const keys = columns
    .filter(({ pk }) => Number(pk) > 0)
    .sort((one, other) => Number(one.pk) - Number(other.pk))
  const references = database
    .all('SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)', name)
    .map((row) => ({
      column: String(row.from),
      parent: String(row.table),
      parentColumn: String(row.to),
      isRequired: required.includes(String(row.from)),
    }))
  const order = isWithoutRowid ? names(keys) : ['rowid']
  return { name, columns: names(columns), order, references }
}

function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted = new Set<Table>()
  const add = (table: Table) => {
    for (const { parent } of table.references) {
      const found = tables.find(({ name }) => name === parent)
      if (found && found !== table && !sorted.has(found)) add(found)
    }
    sorted.add(table)
  }
  tables.forEach(add)
  return [...sorted]
}
