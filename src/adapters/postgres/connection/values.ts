/** What goes to PostgreSQL and comes back. Times are ISO 8601 in UTC, as everywhere. */
import pg from 'pg'
import { storable } from '../../../core/text/visible-text.ts'

export type Value =
  | string
  | number
  | bigint
  | boolean
  | Uint8Array
  | null
  | undefined
  | readonly Value[]
export type Row = Record<string, unknown>
export type Columns = Readonly<Record<string, Value>>

export function toParameter(value: Value): unknown {
  if (typeof value === 'string') return storable(value)
  if (value instanceof Uint8Array) return Buffer.from(value)
  if (Array.isArray(value)) return value.map(toParameter)
  return value ?? null
}

const { builtins } = pg.types

/** For one pool, so that the parsers of others in this process stay as they are. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    // Counts and sequence numbers stay far below 2^53.
    if (oid === builtins.INT8) return Number
    if (oid === builtins.TIMESTAMPTZ) return toIsoTime
    return pg.types.getTypeParser(oid, format)
  },
}

/** The pool's sessions are in UTC: `2026-01-02 03:04:05.678+00`. */
function toIsoTime(text: string): string {
  return new Date(`${text.replace(' ', 'T')}:00`).toISOString()
}
