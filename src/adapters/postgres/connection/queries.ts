/**
 * Statements bound to one organisation, always `$1`: PostgreSQL refuses a statement that does not
 * use it, so none can forget to restrict its rows.
 */
import pg, { type QueryResult } from 'pg'
import { storable } from '../../../core/text/visible-text.ts'
import { columnName, toValue } from '../../column-names.ts'

export type Send = (sql: string, parameters: readonly unknown[]) => Promise<QueryResult<Row>>

export class Queries {
  readonly organisation: string
  readonly #send: Send

  constructor(organisation: string, send: Send) {
    this.organisation = organisation
    this.#send = send
  }

  /** The same queries, but run `before` first. */
  after(before: () => Promise<unknown>): Queries {
    return new Queries(this.organisation, async (sql, parameters) => {
      await before()
      return this.#send(sql, parameters)
    })
  }

  async all(sql: string, ...values: readonly Value[]): Promise<Row[]> {
    return (await this.#bind(sql, values)).rows
  }

  async get(sql: string, ...values: readonly Value[]): Promise<Row | undefined> {
    return (await this.all(sql, ...values))[0]
  }

  /** @returns the number of rows written */
  async run(sql: string, ...values: readonly Value[]): Promise<number> {
    return (await this.#bind(sql, values)).rowCount ?? 0
  }

  /** Returns the first row, without the organisation. */
  async find<T>(sql: string, ...values: readonly Value[]): Promise<T | undefined> {
    const row = await this.get(sql, ...values)
    return row && toOwnValue<T>(row)
  }

  /** Returns all rows, without the organisation. */
  async list<T>(sql: string, ...values: readonly Value[]): Promise<T[]> {
    return (await this.all(sql, ...values)).map(toOwnValue<T>)
  }

  /** Returns the first column of each row. */
  async texts(sql: string, ...values: readonly Value[]): Promise<string[]> {
    return (await this.all(sql, ...values)).map((row) => String(Object.values(row)[0]))
  }

  /** Returns the only column of the only row; 0 for NULL. */
  async number(sql: string, ...values: readonly Value[]): Promise<number> {
    return Number(Object.values((await this.get(sql, ...values)) ?? {})[0] ?? 0)
  }

  async has(sql: string, ...values: readonly Value[]): Promise<boolean> {
    return (await this.get(sql, ...values)) !== undefined
  }

  /**
   * Every member needs a column.
   * @param suffix what to do about conflicts
   * @returns the number of rows written
   */
  insert(table: string, value: Columns, suffix = ''): Promise<number> {
    const members = Object.keys(value)
    const columns = ['organisation_id', ...members.map(columnName)]
    const marks = columns.map((_, index) => `$${index + 1}`)
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks.join(', ')}) ${suffix}`
    return this.run(sql, ...members.map((member) => value[member]))
  }

  /** Leaves columns of undefined members alone. */
  async update(table: string, id: string, change: Columns): Promise<void> {
    const members = Object.keys(change).filter((member) => change[member] !== undefined)
    if (members.length === 0) return
    const assignments = members.map((member, index) => `${columnName(member)} = $${index + 3}`)
    const sql = `UPDATE ${table} SET ${assignments.join(', ')} WHERE organisation_id = $1 AND id = $2`
    await this.run(sql, id, ...members.map((member) => change[member]))
  }

  #bind(sql: string, values: readonly Value[]): Promise<QueryResult<Row>> {
    return this.#send(sql, [this.organisation, ...values.map(toParameter)])
  }
}

function toOwnValue<T>({ organisation_id: _, ...row }: Row): T {
  return toValue<T>(row)
}

/** Collects the values of a statement built from parts. */
export class Parameters {
  readonly values: Value[] = []

  /** @returns the placeholder; `$1` is the organisation */
  add(value: Value): string {
    this.values.push(value)
    return `$${this.values.length + 1}`
  }
}

/** Values exchanged with PostgreSQL. Times are ISO 8601 in UTC. */
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

function toParameter(value: Value): unknown {
  if (typeof value === 'string') return storable(value)
  if (value instanceof Uint8Array) return Buffer.from(value)
  if (Array.isArray(value)) return value.map(toParameter)
  return value ?? null
}

const { builtins } = pg.types

/** For one pool, so that other users of `pg` in this process keep their parsers. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    // Counts and sequence numbers stay far below 2^53.
    if (oid === builtins.INT8) return Number
    if (oid === builtins.TIMESTAMPTZ) return toIsoTime
    return pg.types.getTypeParser(oid, format)
  },
}

/** Sessions are in UTC: `2026-01-02 03:04:05.678+00`; a fraction of zero is left out. */
function toIsoTime(text: string): string {
  const [date, time = ''] = text.slice(0, -'+00'.length).split(' ')
  const [seconds, fraction = ''] = time.split('.')
  return `${date}T${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}
