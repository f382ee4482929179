/** Connections to the team's database. All of them work as `throughline_app`, never as the owner. */
import pg from 'pg'
import { translatePostgresError } from './errors.ts'
import { applicationRole } from './roles.ts'
import { typeParsers } from './values.ts'

export interface PoolOptions {
  readonly url: string
  readonly connections: number
  /** An idle connection was lost. The pool opens another when it needs one. */
  readonly onError: (error: unknown) => void
}

const connectLimitMs = 10_000

export function openPool({ url, connections, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types: typeParsers,
    pipeline: true,
    application_name: 'throughline',
    connectionTimeoutMillis: connectLimitMs,
    options: '-c timezone=UTC',
    async onConnect(client: pg.ClientBase) {
      await client.query(`SET ROLE ${applicationRole}`)
    },
  })
  // Without listeners the loss of a connection would end the process: the pool listens to idle ones
  // only, and what uses one learns of it by its next statement.
  pool.on('error', (error) => onError(translatePostgresError(error)))
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
