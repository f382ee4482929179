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
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (error) => onError(translatePostgresError(error)))
  return pool
}
