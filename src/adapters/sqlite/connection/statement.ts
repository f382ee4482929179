/**
 * A prepared statement. Numbered parameters (`?1`) are bound by position, because node:sqlite
 * treats them as names before Node 24.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { withVisibleNul } from '../../../core/text/visible-text.ts'

/** Undefined is bound as NULL. */
export type BoundValues = readonly (SQLInputValue | undefined)[]

export interface Statement {
  run(values: BoundValues): number
  get(values: BoundValues): Record<string, SQLInputValue> | undefined
  all(values: BoundValues): Record<string, SQLInputValue>[]
  /** Reads one row at a time, for results that do not fit in memory. */
  each(values: BoundValues): Iterable<Record<string, SQLInputValue>>
}

export function prepareStatement(connection: DatabaseSync, sql: string): Statement {
  const numbers = [...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number) - 1)
  const prepared = connection.prepare(sql.replace(/\?\d+/g, '?'))
  const bind = (values: BoundValues) =>
    numbers.length === 0
      ? values.map(toParameter)
      : numbers.map((number) => toParameter(values[number]))
  return {
    run(values) {
      // FTS5 leaves row ids above 2^53, which Node 26 does not return as numbers.
      prepared.setReadBigInts(true)
      try {
        return Number(prepared.run(...bind(values)).changes)
      } finally {
        prepared.setReadBigInts(false)
      }
    },
    get: (values) => prepared.get(...bind(values)) as ReturnType<Statement['get']>,
    all: (values) => prepared.all(...bind(values)) as ReturnType<Statement['all']>,
    each: (values) => prepared.iterate(...bind(values)) as ReturnType<Statement['each']>,
  }
}

function toParameter(value: BoundValues[number]): SQLInputValue {
  return typeof value === 'string' ? withVisibleNul(value) : (value ?? null)
}

export type Row = Record<string, SQLInputValue>
/** Undefined is NULL. */
export type Columns = Readonly<Record<string, SQLInputValue | undefined>>
