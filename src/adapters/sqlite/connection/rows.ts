/**
 * Rows and values. A value's members are named after the columns: `hostSessionId` is kept in
 * `host_session_id`. Undefined is NULL.
 */
import type { SQLInputValue } from 'node:sqlite'

export type Row = Record<string, SQLInputValue>
export type Columns = Readonly<Record<string, SQLInputValue | undefined>>

/** Trusts the columns: SQLite enforces their types (`STRICT`). */
export function toValue<T>(row: Row): T {
  const value: Record<string, unknown> = {}
  for (const column in row) value[memberName(column)] = row[column] ?? undefined
  return value as T
}

export const memberName = remembering((column) =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
)

export const columnName = remembering((member) =>
  member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

function remembering(rename: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const renamed = known.get(name) ?? rename(name)
    known.set(name, renamed)
    return renamed
  }
}
