/** PostgreSQL and PgBouncer as the system's package manager installs them, where it did. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  type Cluster,
  chooseUser,
  startCluster,
} from '../../../src/adapters/postgres/embedded/cluster.ts'
import { openFolder } from '../../hermetic/open-folder.ts'
import { recordSkipReason } from '../../hermetic/skip-reasons.ts'
import { waitFor } from '../homes/world.ts'

const versions = '/usr/lib/postgresql'
const pooler = '/usr/sbin/pgbouncer'

/** False with the reason in the summary of the run. */
export function hasSystemPostgres(): boolean {
  if (binaries() !== undefined && existsSync(pooler)) return true
  recordSkipReason(
    'PostgreSQL and PgBouncer are not installed: apt-get install postgresql pgbouncer',
  )
  return false
}

function binaries(): string | undefined {
  const [newest] = existsSync(versions) ? readdirSync(versions).toSorted().reverse() : []
  const folder = join(versions, newest ?? '', 'bin')
  return newest !== undefined && existsSync(join(folder, 'postgres')) ? folder : undefined
}

/** For one test, in a folder of its own. */
export async function startSystemPostgres(): Promise<Cluster & { readonly folder: string }> {
  const folder = mkdtempSync(join(openFolder(), 'tl-sys-'))
  const cluster = await startCluster({ binaries: binaries() ?? '', folder, durable: false })
  onTestFinished(async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { ...cluster, folder }
}

/** @returns the URL of the database behind PgBouncer */
export async function startPooler(
  folder: string,
  mode: 'session' | 'transaction',
  database: string,
  user: string,
): Promise<string> {
  const sockets = mkdtempSync(join(openFolder(), 'tl-pool-'))
  const file = join(sockets, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
${database} = host=${folder} dbname=${database} user=${user}
[pgbouncer]
listen_addr =
unix_socket_dir = ${sockets}
auth_type = any
pool_mode = ${mode}
default_pool_size = 30
`,
  )
  const child = spawn(pooler, [file], { ...chooseUser(sockets), cwd: sockets, stdio: 'ignore' })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    rmSync(sockets, { recursive: true, force: true })
  })
  await waitFor('PgBouncer', async () => existsSync(join(sockets, '.s.PGSQL.6432')))
  return `postgres://${user}@localhost:6432/${database}?host=${encodeURIComponent(sockets)}`
}
