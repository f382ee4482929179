/**
 * The database of all organisations. Every access names one: reads run in their own transaction and
 * see only its rows; writes lock the organisation's row, so it has one writer at a time.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg, { escapeLiteral, type Pool, type PoolClient, type QueryConfig } from 'pg'
import { ThroughlineError } from '../../../contract/errors.ts'
import { createTurns } from '../../../core/jobs/runner.ts'
import { notifyChange } from '../feed/watch-changes.ts'
import { translatePostgresError, translatingErrors } from './errors.ts'
import { applicationRole, migrate } from './migrate.ts'
import { Queries, type Row, typeParsers } from './queries.ts'

const writeSettings = {
  /** How long a write waits for writers in other processes. */
  lock_timeout: '10s',
  /** Longer than any of our transactions is idle; releases the lock of a hanging process. */
  idle_in_transaction_session_timeout: '60s',
}

export interface TeamDatabaseOptions {
  readonly url: string
  /** The number of readers in this process, and of writers. */
  readonly connections?: number
  readonly onError?: (error: unknown) => void
}

/** Migrates the schema as the owner, then works as the application. */
export async function openTeamDatabase(options: TeamDatabaseOptions): Promise<TeamDatabase> {
  await migrate(options.url)
  return new TeamDatabase(options)
}

export class TeamDatabase {
  /** Separate: a transaction may wait for a read, which needs a connection of its own. */
  readonly #readers: Pool
  readonly #writers: Pool
  /** Only one transaction per organisation takes a connection; the others wait here. */
  readonly #inTurn = createTurns()
  readonly #onError: (error: unknown) => void

  constructor({ url, connections = 10, onError = () => undefined }: TeamDatabaseOptions) {
    this.#onError = onError
    this.#readers = openPool({ url, connections, onError })
    this.#writers = openPool({ url, connections, onError })
  }

  /** Statements that each see the organisation's committed rows and cannot write. */
  reading(organisation: string): Queries {
    return oneByOne(this.#readers, organisation, `BEGIN READ ONLY; ${setLocally(organisation)}`)
  }

  /** Statements that each write on their own without a sync: a crash may lose the last ones. */
  noting(organisation: string): Queries {
    this.#refuseNested()
    const settings = { ...writeSettings, synchronous_commit: 'off' }
    return oneByOne(this.#writers, organisation, `BEGIN; ${setLocally(organisation, settings)}`)
  }

  /** Statements that share one snapshot of the organisation's committed rows and cannot write. */
  async snapshot<T>(organisation: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    return onClient(this.#readers, async (client) => {
      sendTogether(client)
      // Not awaited: the first statement waits for it.
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
   * Runs `work` as the only writer of the organisation across all processes.
   * @throws `internal` inside another transaction; `not-found` if the organisation does not exist
   */
  async writing<T>(organisation: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    this.#refuseNested()
    const locked = async (queries: Queries) => {
      await lockOrganisation(queries)
      return work(queries)
    }
    return this.#inTurn(organisation, () => this.transaction(organisation, locked))
  }

  /** Runs `work` in a transaction on this organisation, without its lock. */
  async transaction<T>(organisation: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    this.#refuseNested()
    return onClient(this.#writers, (client) => this.#transact(client, organisation, work))
  }

  /** Called after a committed write, so a failure to notify others must not fail it. */
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

/** @param begin starts the transaction of each statement */
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

/** Rolls back on failure; closes a connection that cannot roll back. */
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

/** A transaction waits for the previous one, so a nested one would wait forever. */
const openTransactions = new AsyncLocalStorage<ReadonlySet<TeamDatabase>>()

/** Sets the role again, so that nothing done earlier in the session can widen access. */
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
 * Sends all queries of the current tick in one write: three writes take as much processor time as
 * the rest of a short request.
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
  /** An idle connection was lost. The pool opens another when needed. */
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
  // Without listeners, a lost connection would end the process: the pool listens only on idle ones.
  // A client in use gets the error from its next statement.
  pool.on('error', (error) => onError(translatePostgresError(error)))
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Names frequent statements, so that each connection parses and plans them once: a recall takes
 * half the time.
 */
const mostNamed = 300
const names = new Map<string, string>()

/** @returns undefined if enough statements have names: those built from parts keep changing */
function statementName(sql: string): string | undefined {
  const known = names.get(sql)
  if (known !== undefined || names.size >= mostNamed) return known
  const name = `throughline_${names.size + 1}`
  names.set(sql, name)
  return name
}
