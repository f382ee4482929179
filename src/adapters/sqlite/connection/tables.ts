/** Reads the tables of a schema from SQLite. */
import type { Database } from './database.ts'

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** The columns that order its rows. */
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
