/** One connection: pragmas, cached statements, transactions one at a time, errors in our words. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ThroughlineError } from '../../../contract/errors.ts'
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
  readonly #file: string
  readonly #inode: number | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #isOverwriting = false

  constructor(file: string, options: DatabaseOptions = {}) {
    this.#patienceMs = options.patienceMs ?? defaultPatienceMs
    const timeout = Math.min(statementWaitMs, Math.floor(this.#patienceMs))
    this.#statementWaitMs = timeout
    if (file !== ':memory:' && !options.mustExist) makePrivateFile(file)
    const place = options.mustExist ? existing(file) : file
    this.#file = file
    this.#inode = inodeOf(file)
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
  async transaction<T>(
    work: () => Promise<T> | T,
    options: { durable?: boolean } = {},
  ): Promise<T> {
    if (openTransactions.getStore()?.has(this)) throw nested()
    return this.#inTurn(() => this.#transact(work, options.durable === true))
  }

  /**
   * What this transaction deletes is overwritten in the file. Only where it matters: overwriting
   * what capture deletes would cost a tenth of its speed.
   */
  overwriteDeleted(): void {
    if (this.#isOverwriting) return
    this.exec('PRAGMA secure_delete = ON')
    this.#isOverwriting = true
  }

  /** Moves what the log holds into the file. @returns false while others read from the log */
  emptyLog(): Promise<boolean> {
    return this.#inTurn(() => this.get('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0)
  }

  /** A file that was removed or replaced still takes what is written, and nobody ever sees it. */
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
      if (this.#isOverwriting && this.#connection.isOpen) this.exec('PRAGMA secure_delete = OFF')
      this.#isOverwriting = false
    }
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

  #statement(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = prepareStatement(this.#connection, sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

/** A transaction waits for the one before it, so one within another would wait for ever. */
const openTransactions = new AsyncLocalStorage<ReadonlySet<Database>>()

function nested(): ThroughlineError {
  return new ThroughlineError('internal', 'a transaction was begun within another')
}

function inodeOf(file: string): number | undefined {
  return file === ':memory:' ? undefined : statSync(file, { throwIfNoEntry: false })?.ino
}

function gone(file: string): ThroughlineError {
  return new ThroughlineError('database-unwritable', `${file} was removed or replaced`, {
    hint: 'start the program again that has it open',
  })
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
