/** Between values and columns. */
import type { SQLInputValue } from 'node:sqlite'
import type { Database, Row } from './database.ts'

export function insertRow(database: Database, table: string, row: Row, suffix = ''): number {
  const columns = Object.keys(row)
  const marks = columns.map(() => '?').join(', ')
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks}) ${suffix}`
  return database.run(sql, ...Object.values(row))
}

export function updateRow(database: Database, table: string, id: string, change: Row): void {
  const columns = Object.keys(change)
  if (columns.length === 0) return
  const assignments = columns.map((column) => `${column} = ?`).join(', ')
  database.run(`UPDATE ${table} SET ${assignments} WHERE id = ?`, ...Object.values(change), id)
}

export function orNull<T extends SQLInputValue>(value: T | undefined): T | null {
  return value === undefined ? null : value
}

export function orUndefined(value: SQLInputValue | undefined): string | undefined {
  return value === null || value === undefined ? undefined : String(value)
}

export function numberOrUndefined(value: SQLInputValue | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number(value)
}
