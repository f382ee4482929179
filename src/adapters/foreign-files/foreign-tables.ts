/** Reads whole tables of another program's database, whichever columns its version gives them. */
import type { Json } from '../../core/model/json.ts'
import { type ForeignDatabase, type ForeignRow, openForeignDatabase } from './foreign-database.ts'

export type ForeignRecord = Readonly<Record<string, Json>>

export interface ForeignTables {
  readonly database: ForeignDatabase
  /** All rows, a few at a time, without binary columns; none if there is no such table. */
  each(table: string): Generator<ForeignRecord>
  has(table: string): boolean
  /** 0 if there is no such table. */
  count(table: string): number
}

const rowsAtOnce = 500

/**
 * Lets `read` read the tables, and closes them.
 * @param expected one of which must be there, or it is another program's file, or of another version
 */
export async function* readTables<T>(
  path: string,
  expected: readonly string[],
  read: (tables: ForeignTables) => Iterable<T>,
): AsyncGenerator<T> {
  const database = openForeignDatabase(path)
  try {
    const tables = tablesOf(database)
    if (!expected.some(tables.has)) {
      const names = expected.join(' or ')
      throw new Error(`no table ${names}: another version, or another program's file`)
    }
    yield* read(tables)
  } finally {
    database.close()
  }
}

/** 0 if the database cannot be read: reading it says why. */
export function countRows(path: string, ...names: readonly string[]): number {
  try {
    const database = openForeignDatabase(path)
    try {
      const { count } = tablesOf(database)
      return names.reduce((sum, name) => sum + count(name), 0)
    } finally {
      database.close()
    }
  } catch {
    return 0
  }
}

function tablesOf(database: ForeignDatabase): ForeignTables {
  const has = (table: string) =>
    database.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", table).length > 0
  return {
    database,
    has,
    count: (table) =>
      has(table) ? Number(database.rows(`SELECT count(*) AS n FROM "${table}"`)[0]?.n) : 0,
    *each(table) {
      if (!has(table)) return
      const page = `SELECT rowid AS _row, * FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ?`
      let last = -1
      for (;;) {
        const rows = database.rows(page, last, rowsAtOnce)
        for (const row of rows) yield withoutBytes(row)
        if (rows.length < rowsAtOnce) return
        last = Number(rows.at(-1)?._row)
      }
    },
  }
}

const withoutBytes = (row: ForeignRow) =>
  Object.fromEntries(
    Object.entries(row).filter(([, value]) => !(value instanceof Uint8Array)),
  ) as ForeignRecord
