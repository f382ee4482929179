/**
 * The database of all organisations. Each access names one of them: reads run in a transaction of their
 * own that can see its rows only, and writes hold the lock on its row, so it has one writer at a time.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg, { escapeLiteral, type Pool, type PoolClient, type QueryConfig } from 'pg'
import { ThroughlineError } from '../../../contract/errors.ts'
import { createTurns } from '../../../core/jobs/runner.ts'
import { notifyChange } from '../feed/hear-changes.ts'
import { translatePostgresError, translatingErrors } from './errors.ts'
import { applicationRole, migrate } from './migrate.ts'
import { Queries, type Row, typeParsers } from './queries.ts'

const writeSettings = {
  /** How long a write waits for the organisation's writers of other processes. */
  lock_timeout: '10s',
  /** Longer than any transaction of ours is idle; frees the lock of a process that hangs. */
  idle_in_transaction_session_timeout: '60s',
}

export interface TeamDatabaseOptions {
  readonly url: string
  /** Of this process: as many readers, and as many writers. */
  readonly connections?: number
  readonly onError?: (error: unknown) => void
}

/** Brings the schema up to date as the owner, and works as the application from then on. */
export async function openTeamDatabase(options: TeamDatabaseOptions): Promise<TeamDatabase> {
  await migrate(options.url)
  return new TeamDatabase(options)
}

export class TeamDatabase {
  /** Apart: a transaction may wait for a read, which would never come if writers held all connections. */
  readonly #readers: Pool
  readonly #writers: Pool
  /** One transaction of an organisation at a time takes a connection; the others wait here. */
  readonly #inTurn = createTurns()
  readonly #onError: (error: unknown) => void

  constructor({ url, connections = 10, onError = () => undefined }: TeamDatabaseOptions) {
    this.#onError = onError
    this.#readers = openPool({ url, connections, onError })
    this.#writers = openPool({ url, connections, onError })
  }

  /** Statements that each see what is committed of this organisation, and cannot write. */
  reading(organisation: string): Queries {
    return oneByOne(this.#readers, organisation, `BEGIN READ ONLY; ${setLocally(organisation)}`)
  }

  /** Statements that each write on their own, not synced to disk: a crash may forget the last ones. */
  noting(organisation: string): Queries {
    this.#refuseNested()
    const settings = { ...writeSettings, synchronous_commit: 'off' }
    return oneByOne(this.#writers, organisation, `BEGIN; ${setLocally(organisation, settings)}`)
  }

  /** Statements that all see what is committed of this organisation now, and cannot write. */
  async snapshot<T>(organisation: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    return onClient(this.#readers, async (client) => {
      sendTogether(client)
      // Not waited for: the first statement waits for it.
      const begun = client.query(
        `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${setLocally(organisation)}`,
      )
      begun.catch(() => undefined)
      const result = await work(statementsOf(client, organisation))
      await Promise.all([begun, client.query('COMMIT')])
      return result
    })
  }

  /**
   * Runs `work` as the only writer of the organisation, in all processes.
   * @throws `internal` inside another transaction; `not-found` without such an organisation
   */
  async writing<T>(organisation: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    this.#refuseNested()
    const locked = async (queries: Queries) => {
      await lockOrganisation(queries)
      return work(queries)
    }
    return this.#inTurn(organisation, () => this.transaction(organisation, locked))
  }

  /** Runs `work` in one transaction that sees this organisation, without holding its lock. */
  async transaction<T>(organisation: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    this.#refuseNested()
    return onClient(this.#writers, (client) => this.#transact(client, organisation, work))
  }

  /** After a write, which has happened: that others hear of it later is no reason to fail. */
  async notify(organisation: string, sequence: number): Promise<void> {
    await notifyChange(this.#writers, organisation, sequence).catch(this.#onError)
  }

  async close(): Promise<void> {
    await Promise.all([this.#readers.end(), this.#writers.end()])
  }

  async #transact<T>(
    client: PoolClient,
    organisation: string,
    work: (queries: Queries) => Promise<T>,
  ): Promise<T> {
    await client.query(`BEGIN; ${setLocally(organisation, writeSettings)}`)
    const queries = statementsOf(client, organisation)
    const others = openTransactions.getStore() ?? []
    const result = await openTransactions.run(new Set([...others, this]), () => work(queries))
    const { command } = await client.query('COMMIT')
    if (command !== 'COMMIT') {
      throw new ThroughlineError('internal', 'a statement failed, so nothing was written')
    }
    return result
  }

  #refuseNested(): void {
    if (openTransactions.getStore()?.has(this)) {
      throw new ThroughlineError('internal', 'a transaction was begun inside another')
    }
  }
}

/** @param begin of the transaction that each statement runs in */
function oneByOne(pool: Pool, organisation: string, begin: string): Queries {
  return new Queries(organisation, (sql, parameters) =>
    translatingErrors(async () => {
      const client = await pool.connect()
      sendTogether(client)
      const [begun, answer, ended] = await Promise.allSettled([
        client.query(begin),
        client.query<Row>(toStatement(sql, parameters)),
        client.query('COMMIT'),
      ])
      client.release(ended.status === 'rejected')
      if (begun.status === 'rejected') throw begun.reason
      if (answer.status === 'rejected') throw answer.reason
      return answer.value
    }),
  )
}

/** Rolls back what fails; a connection that cannot is closed. */
function onClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return translatingErrors(async () => {
    const client = await pool.connect()
    let isUsable = false
    try {
      const result = await work(client)
      isUsable = true
      return result
    } catch (error) {
      isUsable = await rollBack(client)
      throw error
    } finally {
      client.release(!isUsable)
    }
  })
}

/** Waits until no other transaction writes for the organisation. */
async function lockOrganisation(queries: Queries): Promise<void> {
  const row = await queries.get('SELECT id FROM organisations WHERE id = $1 FOR NO KEY UPDATE')
  if (row) return
  throw new ThroughlineError('not-found', `there is no organisation ${queries.organisation}`)
}

/** A transaction waits for the one before it, so a nested one would wait forever. */
const openTransactions = new AsyncLocalStorage<ReadonlySet<TeamDatabase>>()

/** The role again, so that nothing that was done in the session before can widen what is seen. */
function setLocally(organisation: string, settings: Readonly<Record<string, string>> = {}): string {
  const all = { role: applicationRole, 'throughline.organisation': organisation, ...settings }
  const set = Object.entries(all).map(
    ([name, value]) => `set_config('${name}', ${escapeLiteral(value)}, true)`,
  )
  return `SELECT ${set.join(', ')}`
}

function statementsOf(client: PoolClient, organisation: string): Queries {
  return new Queries(organisation, (sql, parameters) =>
    translatingErrors(() => {
      sendTogether(client)
      return client.query<Row>(toStatement(sql, parameters))
    }),
  )
}

/**
 * What is asked until the other promises have settled goes out in one write: three writes take the
 * processor as long as the rest of a short request.
 */
function sendTogether(client: PoolClient): void {
  const { stream } = (client as PoolClient & Pick<pg.Client, 'connection'>).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

function toStatement(sql: string, parameters: readonly unknown[]): QueryConfig {
  const name = statementName(sql)
  return { text: sql, values: [...parameters], ...(name !== undefined && { name }) }
}

async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK')
    return true
  } catch {
    return false
  }
}

interface PoolOptions {
  readonly url: string
  readonly connections: number
  /** An idle connection was lost. The pool opens another when it needs one. */
  readonly onError: (error: unknown) => void
}

const connectLimitMs = 10_000

/** All connections work as `throughline_app`, never as the owner. */
function openPool({ url, connections, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types: typeParsers,
    pipeline: true,
    application_name: 'throughline',
    connectionTimeoutMillis: connectLimitMs,
    async onConnect(client: pg.ClientBase) {
      await client.query(`SET ROLE ${applicationRole}; SET timezone = 'UTC'`)
    },
  })
  // Without listeners the loss of a connection would end the process: the pool listens to idle ones
  // only, and what uses one learns of it by its next statement.
  pool.on('error', (error) => onError(translatePostgresError(error)))
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Names for statements that are sent again and again, so that each connection parses and plans them
 * once: a recall needs half the time.
 */
const mostNamed = 300
const names = new Map<string, string>()

/** @returns undefined if enough have a name: what is put together in ever new ways is not kept */
function statementName(sql: string): string | undefined {
  const known = names.get(sql)
  if (known !== undefined || names.size >= mostNamed) return known
  const name = `throughline_${names.size + 1}`
  names.set(sql, name)
  return name
}
