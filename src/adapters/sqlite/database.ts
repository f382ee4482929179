/** One connection: pragmas, cached statements, transactions one at a time, errors in our words. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { isBusy, translateSqliteError } from './errors.ts'
import { makePrivateFile } from './private-file.ts'
import { prepareStatement, type Statement } from './statement.ts'

export type Row = Record<string, SQLInputValue>

/**
 * A statement blocks the whole process while it waits for a lock, so it waits shortly. A transaction
 * can wait without blocking: it tries again, now without any waiting, until `patienceMs` is over.
 */
const statementWaitMs = 100
const retryEveryMs = 25
export const defaultPatienceMs = 10_000

export interface DatabaseOptions {
  readonly patienceMs?: number
  /** Make no file where there is none. */
  readonly mustExist?: boolean
}

export class Database {
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, Statement>()
  readonly #patienceMs: number
  readonly #statementWaitMs: number
  #queue: Promise<unknown> = Promise.resolve()

  constructor(file: string, options: DatabaseOptions = {}) {
    this.#patienceMs = options.patienceMs ?? defaultPatienceMs
    const timeout = Math.min(statementWaitMs, Math.floor(this.#patienceMs))
    this.#statementWaitMs = timeout
    if (file !== ':memory:' && !options.mustExist) makePrivateFile(file)
    const place = options.mustExist ? existing(file) : file
    this.#connection = translating(() => new DatabaseSync(place, { timeout }))
    try {
      this.exec('PRAGMA journal_mode = WAL')
      this.exec('PRAGMA synchronous = NORMAL')
      this.exec('PRAGMA foreign_keys = ON')
    } catch (error) {
      this.#connection.close()
      throw error
    }
  }

  exec(sql: string): void {
    translating(() => this.#connection.exec(sql))
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return translating(() => this.#statement(sql).run(values))
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return translating(() => this.#statement(sql).get(values))
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return translating(() => this.#statement(sql).all(values))
  }

  /** `durable` commits survive a power cut; others may lose the last moments, never consistency. */
  transaction<T>(work: () => Promise<T> | T, options: { durable?: boolean } = {}): Promise<T> {
    const turn = this.#queue.then(() => this.#transact(work, options.durable === true))
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  close(): void {
    if (this.#connection.isOpen) this.#connection.close()
  }

  async #transact<T>(work: () => Promise<T> | T, durable: boolean): Promise<T> {
    if (durable) this.exec('PRAGMA synchronous = FULL')
    try {
      await this.#begin()
      const result = await work()
      this.exec('COMMIT')
      return result
    } catch (error) {
      if (this.#connection.isOpen && this.#connection.isTransaction) this.exec('ROLLBACK')
      throw error
    } finally {
      if (durable && this.#connection.isOpen) this.exec('PRAGMA synchronous = NORMAL')
    }
  }

  async #begin(): Promise<void> {
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

  #statement(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = prepareStatement(this.#connection, sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

function existing(file: string): URL {
  const url = pathToFileURL(file)
  url.searchParams.set('mode', 'rw')
  return url
}

function translating<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw translateSqliteError(error)
  }
}
