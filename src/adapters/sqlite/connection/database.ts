/** One connection: pragmas, cached statements, one transaction at a time, and our own errors. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ThroughlineError } from '../../../contract/errors.ts'
import { columnName, toValue } from '../../column-names.ts'
import { isBusy, makePrivateFile, translating } from './errors.ts'
import {
  type BoundValues,
  type Columns,
  prepareStatement,
  type Row,
  type Statement,
} from './statement.ts'

/**
 * A statement that waits for a lock blocks the whole process, so it waits only briefly. A
 * transaction can wait without blocking: it retries until `patienceMs` have passed.
 */
const statementWaitMs = 40
const retryEveryMs = 25
export const defaultPatienceMs = 10_000

export interface DatabaseOptions {
  readonly patienceMs?: number
  /** Never create the file. */
  readonly mustExist?: boolean
  /** Refuses writes outside a transaction, so that related rows are written all or none. */
  readonly onlyTransactionsWrite?: boolean
}

interface WriteStatement {
  readonly form: string
  /** The members to bind, in order. */
  readonly members: readonly string[]
  readonly sql: string
}

export class Database {
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, Statement>()
  readonly #columns = new Map<string, ReadonlySet<string>>()
  readonly #writes = new Map<string, readonly WriteStatement[]>()
  readonly #patienceMs: number
  readonly #statementWaitMs: number
  readonly #onlyTransactionsWrite: boolean
  readonly #file: string
  readonly #inode: number | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #isOverwriting = false

  constructor(file: string, options: DatabaseOptions = {}) {
    this.#patienceMs = options.patienceMs ?? defaultPatienceMs
    const timeout = Math.min(statementWaitMs, Math.floor(this.#patienceMs))
    this.#statementWaitMs = timeout
    this.#onlyTransactionsWrite = options.onlyTransactionsWrite === true
    if (file !== ':memory:' && !options.mustExist) makePrivateFile(file)
    const place = options.mustExist ? existing(file) : file
    this.#file = file
    this.#inode = inodeOf(file)
    this.#connection = translating(() => new DatabaseSync(place, { timeout }))
    try {
      this.exec('PRAGMA journal_mode = WAL')
      this.exec('PRAGMA synchronous = NORMAL')
      this.exec('PRAGMA foreign_keys = ON')
      // Overwrites deleted content in pages that are written anyway, so it costs almost nothing.
      this.exec('PRAGMA secure_delete = FAST')
      this.#allowWrites(false)
    } catch (error) {
      this.#connection.close()
      throw error
    }
  }

  exec(sql: string): void {
    translating(() => this.#connection.exec(sql))
  }

  /** @returns the number of rows written */
  run(sql: string, ...values: BoundValues): number {
    return translating(() => this.#statement(sql).run(values))
  }

  get(sql: string, ...values: BoundValues): Row | undefined {
    return translating(() => this.#statement(sql).get(values))
  }

  all(sql: string, ...values: BoundValues): Row[] {
    return translating(() => this.#statement(sql).all(values))
  }

  find<T>(sql: string, ...values: BoundValues): T | undefined {
    const row = this.get(sql, ...values)
    return row && toValue<T>(row)
  }

  list<T>(sql: string, ...values: BoundValues): T[] {
    return this.all(sql, ...values).map(toValue<T>)
  }

  /** Returns the first column of each row. */
  texts(sql: string, ...values: BoundValues): string[] {
    return this.all(sql, ...values).map((row) => String(Object.values(row)[0]))
  }

  /** Returns the only column of the only row; 0 for NULL. */
  number(sql: string, ...values: BoundValues): number {
    return Number(Object.values(this.get(sql, ...values) ?? {})[0] ?? 0)
  }

  has(sql: string, ...values: BoundValues): boolean {
    return this.get(sql, ...values) !== undefined
  }

  /**
   * @param suffix what to do about conflicts
   * @returns the number of rows written
   * @throws `internal` for a member without a column
   */
  insert(table: string, value: Columns, suffix = ''): number {
    const members = Object.keys(value)
    const sql = this.#writing(table, suffix, members, () => {
      const columns = members.map(columnName).join(', ')
      const marks = members.map(() => '?').join(', ')
      return `INSERT INTO ${table} (${columns}) VALUES (${marks}) ${suffix}`
    })
    return this.run(sql, ...members.map((member) => value[member]))
  }

  /**
   * Inserts a row, or overwrites every column of the row with the same key; rows that refer to it
   * stay. A column without a member gets its default.
   */
  put(table: string, value: Columns): void {
    const columns = [...this.#columnsOf(table)].filter((column) => column !== 'rowid')
    const all = columns.map((column) => `${column} = excluded.${column}`).join(', ')
    this.insert(table, value, `ON CONFLICT DO UPDATE SET ${all}`)
  }

  /** Leaves columns of undefined members alone. @throws `internal` for a member without a column */
  update(table: string, id: string, change: Columns): void {
    const members = Object.keys(change).filter((member) => change[member] !== undefined)
    if (members.length === 0) return
    const sql = this.#writing(table, 'UPDATE', members, () => {
      const assignments = members.map((member) => `${columnName(member)} = ?`).join(', ')
      return `UPDATE ${table} SET ${assignments} WHERE id = ?`
    })
    this.run(sql, ...members.map((member) => change[member]), id)
  }

  /** `durable` commits survive a power cut. Others may be lost, but stay consistent. */
  async transaction<T>(
    work: () => Promise<T> | T,
    options: { durable?: boolean } = {},
  ): Promise<T> {
    if (openTransactions.getStore()?.has(this)) {
      throw new ThroughlineError('internal', 'a transaction was begun inside another')
    }
    return this.#inTurn(() => this.#transact(work, options.durable === true))
  }

  /**
   * Overwrites in the file what this transaction deletes, including pages that become free. Not for
   * capture: it would lose a tenth of its speed.
   */
  overwriteDeleted(): void {
    if (this.#isOverwriting) return
    this.exec('PRAGMA secure_delete = ON')
    this.#isOverwriting = true
  }

  /** Checkpoints the log into the file. @returns false while others read from the log */
  emptyLog(): Promise<boolean> {
    return this.#inTurn(() => this.get('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0)
  }

  /** A deleted or replaced file still accepts writes, but nobody ever sees them. */
  isInPlace(): boolean {
    return inodeOf(this.#file) === this.#inode
  }

  close(): void {
    if (this.#connection.isOpen) this.#connection.close()
  }

  #inTurn<T>(work: () => Promise<T> | T): Promise<T> {
    const turn = this.#queue.then(work)
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  async #transact<T>(work: () => Promise<T> | T, durable: boolean): Promise<T> {
    if (durable) this.exec('PRAGMA synchronous = FULL')
    try {
      this.#allowWrites(true)
      await this.#begin()
      const others = openTransactions.getStore() ?? []
      const result = await openTransactions.run(new Set([...others, this]), work)
      this.exec('COMMIT')
      return result
    } catch (error) {
      if (this.#connection.isOpen && this.#connection.isTransaction) this.exec('ROLLBACK')
      throw error
    } finally {
      if (durable && this.#connection.isOpen) this.exec('PRAGMA synchronous = NORMAL')
      if (this.#isOverwriting && this.#connection.isOpen) this.exec('PRAGMA secure_delete = FAST')
      this.#isOverwriting = false
      if (this.#connection.isOpen) this.#allowWrites(false)
    }
  }

  #allowWrites(allowed: boolean): void {
    if (this.#onlyTransactionsWrite) this.exec(`PRAGMA query_only = ${allowed ? 'OFF' : 'ON'}`)
  }

  async #begin(): Promise<void> {
    if (!this.isInPlace()) throw gone(this.#file)
    if (this.#tryBegin()) return
    const giveUpAt = performance.now() + this.#patienceMs
    this.exec('PRAGMA busy_timeout = 0')
    try {
      while (performance.now() < giveUpAt) {
        await delay(retryEveryMs)
        if (this.#tryBegin()) return
      }
    } finally {
      this.exec(`PRAGMA busy_timeout = ${this.#statementWaitMs}`)
    }
    this.exec('BEGIN IMMEDIATE')
  }

  #tryBegin(): boolean {
    try {
      this.exec('BEGIN IMMEDIATE')
      return true
    } catch (error) {
      if (isBusy(error)) return false
      throw error
    }
  }

  /** Values with the same members share a statement, so its text is built once. */
  #writing(table: string, form: string, members: readonly string[], toSql: () => string): string {
    const statements = this.#writes.get(table) ?? []
    const known = statements.find((each) => each.form === form && hasSame(each.members, members))
    if (known) return known.sql
    const columns = this.#columnsOf(table)
    const lost = members.filter((member) => !columns.has(columnName(member)))
    if (lost.length > 0) {
      throw new ThroughlineError('internal', `${table} has no column for ${lost.join(', ')}`)
    }
    const statement = { form, members, sql: toSql() }
    this.#writes.set(table, [statement, ...statements])
    return statement.sql
  }

  #columnsOf(table: string): ReadonlySet<string> {
    const known = this.#columns.get(table)
    if (known) return known
    const names = this.texts('SELECT name FROM pragma_table_info(?)', table)
    const columns = new Set([...names, 'rowid'])
    this.#columns.set(table, columns)
    return columns
  }

  #statement(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = prepareStatement(this.#connection, sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

/** A transaction waits for the previous one, so a nested one would wait forever. */
const openTransactions = new AsyncLocalStorage<ReadonlySet<Database>>()

const hasSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((member, at) => member === other[at])

function inodeOf(file: string): number | undefined {
  return file === ':memory:' ? undefined : statSync(file, { throwIfNoEntry: false })?.ino
}

function gone(file: string): ThroughlineError {
  return new ThroughlineError('database-unwritable', `${file} was removed or replaced`, {
    hint: 'restart the program that has it open',
  })
}

function existing(file: string): URL {
  const url = pathToFileURL(file)
  url.searchParams.set('mode', 'rw')
  return url
}
