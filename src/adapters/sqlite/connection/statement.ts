/**
 * A prepared statement. Numbered parameters (`?1`) are bound by their place here, since node:sqlite
 * takes them for names before Node 24.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

export interface Statement {
  run(values: readonly SQLInputValue[]): number
  get(values: readonly SQLInputValue[]): Record<string, SQLInputValue> | undefined
  all(values: readonly SQLInputValue[]): Record<string, SQLInputValue>[]
}

export function prepareStatement(connection: DatabaseSync, sql: string): Statement {
  const numbers = [...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number) - 1)
  const prepared = connection.prepare(sql.replace(/\?\d+/g, '?'))
  const place = (values: readonly SQLInputValue[]) =>
    numbers.length === 0 ? values : numbers.map((number) => values[number] ?? null)
  return {
    run: (values) => Number(prepared.run(...place(values)).changes),
    get: (values) => prepared.get(...place(values)) as ReturnType<Statement['get']>,
    all: (values) => prepared.all(...place(values)) as ReturnType<Statement['all']>,
  }
}
