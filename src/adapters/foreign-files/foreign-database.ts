/**
 * Reads a SQLite database that belongs to another program, which may be writing to it. Small ones are
 * copied with their log first, so that nothing is ever written beside them.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

export type ForeignRow = Readonly<Record<string, unknown>>

export interface ForeignDatabase {
  rows(sql: string, ...values: SQLInputValue[]): ForeignRow[]
  close(): void
}

/** A larger one is read where it is. */
const mostCopiedBytes = 512 * 1024 * 1024

/** @throws what SQLite says of a file that is no database */
export function openForeignDatabase(path: string): ForeignDatabase {
  const copy = bytesOf(path) <= mostCopiedBytes ? copyOf(path) : undefined
  try {
    const database = new DatabaseSync(copy?.path ?? path, { readOnly: copy === undefined })
    return {
      rows: (sql, ...values) => database.prepare(sql).all(...values) as ForeignRow[],
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

/** With what is not yet in its main file. */
export function bytesOf(path: string): number {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return sizeOf(path) + sizeOf(path + log)
}

function copyOf(path: string): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-import-'))
  const copy = join(folder, 'copy.db')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    copyFileSync(path, copy)
    if (existsSync(path + log)) copyFileSync(path + log, copy + log)
    return { path: copy, remove }
  } catch (error) {
    remove()
    throw error
  }
}
