/**
 * Reads another program's SQLite database, which may be in use. Copies it with its write-ahead log
 * first: only the log may have the newest rows, and we must not write anything next to it.
 */
import { constants, copyFileSync, mkdtempSync, rmSync, type Stats, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Json } from '../../core/model/json.ts'

/** A row. Binary columns are bytes, whatever the type says. */
export type ForeignRecord = Readonly<Record<string, Json>>

export interface ForeignDatabase {
  rows(sql: string, ...values: SQLInputValue[]): ForeignRecord[]
  close(): void
}

/** A larger database without a log is read in place. */
const mostCopiedBytes = 512 * 1024 * 1024

/** @throws SQLite's error if the file is not a database */
export function openForeignDatabase(path: string): ForeignDatabase {
  const copy = mustCopy(path) ? copyOf(path) : undefined
  try {
    const database = new DatabaseSync(copy?.path ?? unchanging(path), {
      readOnly: copy === undefined,
    })
    return {
      rows: (sql, ...values) => database.prepare(sql).all(...values) as ForeignRecord[],
      close() {
        database.close()
        copy?.remove()
      },
    }
  } catch (error) {
    copy?.remove()
    throw error
  }
}

const log = '-wal'

const statsOf = (path: string) => statSync(path, { throwIfNoEntry: false })

/** The size including what is not yet in the main file. */
export function bytesOf(path: string): number {
  return (statsOf(path)?.size ?? 0) + (statsOf(path + log)?.size ?? 0)
}

const mustCopy = (path: string) =>
  bytesOf(path) <= mostCopiedBytes || (statsOf(path + log)?.size ?? 0) > 0

/** SQLite writes no files next to a database it considers immutable. */
function unchanging(path: string): URL {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return url
}

function copyOf(path: string): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-import-'))
  const copy = join(folder, 'copy.db')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    copyWithLog(path, copy)
    return { path: copy, remove }
  } catch (error) {
    remove()
    throw error
  }
}

const mostTries = 3

/** Copies again if the program checkpointed the log meanwhile. */
function copyWithLog(path: string, copy: string): void {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const before = statsOf(path)
    rmSync(copy + log, { force: true })
    copyFileSync(path, copy, constants.COPYFILE_FICLONE)
    // Opening a pipe with this name would block.
    if (statsOf(path + log)?.isFile()) {
      copyFileSync(path + log, copy + log, constants.COPYFILE_FICLONE)
    }
    if (isUnchanged(before, statsOf(path))) return
  }
}

const isUnchanged = (before: Stats | undefined, after: Stats | undefined) =>
  before?.mtimeMs === after?.mtimeMs && before?.size === after?.size

/** Reads whole tables, whatever columns they have. */
export interface ForeignTables {
  readonly database: ForeignDatabase
  /** All rows, a few at a time, without binary columns; none if the table does not exist. */
  each(table: string): Generator<ForeignRecord>
  has(table: string): boolean
  /** 0 if the table does not exist. */
  count(table: string): number
}

const rowsAtOnce = 500

/**
 * Lets `read` read the tables, then closes them.
 * @param expected one must exist, or the file is another program's or of another version
 */
export async function* readTables<T>(
  path: string,
  expected: readonly string[],
  read: (tables: ForeignTables) => Iterable<T> | AsyncIterable<T>,
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

/** 0 if the database cannot be read; reading it reports why. */
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

/** @throws SQLite's error if the file is not a database */
export function tableNames(path: string): string[] {
  const database = openForeignDatabase(path)
  try {
    return database
      .rows("SELECT name FROM sqlite_master WHERE type = 'table' LIMIT 1000")
      .map(({ name }) => String(name))
  } finally {
    database.close()
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

const withoutBytes = (row: ForeignRecord) =>
  Object.fromEntries(
    Object.entries(row).filter(([, value]) => !((value as unknown) instanceof Uint8Array)),
  )
