/** A PostgreSQL of our own in a folder, reachable by a socket in that folder and nowhere else. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ThroughlineError } from '../../../contract/errors.ts'
import { chooseUser, makeRunnable, type SystemUser } from './system-user.ts'

const owner = 'throughline'
const startLimitMs = 60_000
const stopLimitMs = 20_000
const lookEveryMs = 20

export interface ClusterOptions {
  readonly binaries: string
  /** Kept private; created if it does not exist. Short: a socket's path has at most 107 characters. */
  readonly folder: string
  /** False loses the last moments in a power cut, and is several times as fast. */
  readonly durable?: boolean
}

export interface Cluster {
  readonly pid: number
  /** The folder of its files. */
  readonly data: string
  url(database: string): string
  stop(): Promise<void>
}

/** Starts the cluster in the folder and makes it first if there is none. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, durable = true } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const user = chooseUser(folder)
  const binaries = makeRunnable(options.binaries, user, folder)
  const data = join(folder, 'data')
  if (!existsSync(join(data, 'PG_VERSION'))) makeCluster(binaries, data, user, folder)
  const log = openSync(join(folder, 'log'), 'a', 0o600)
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, ...settings(folder, durable).flatMap((each) => ['-c', each])],
    { ...user, cwd: folder, env: environment(folder), stdio: ['ignore', log, log], detached: true },
  )
  server.unref()
  const pid = await waitUntilReady(server, data, folder)
  return { pid, data, url: (database) => socketUrl(folder, database), stop: () => stopCluster(pid) }
}

export function socketUrl(folder: string, database: string): string {
  return `postgres://${owner}@localhost/${database}?host=${encodeURIComponent(folder)}`
}

/** Ends sessions, writes everything out and waits until the server is gone. */
export async function stopCluster(pid: number): Promise<void> {
  if (!isRunning(pid)) return
  process.kill(pid, 'SIGINT')
  const giveUpAt = performance.now() + stopLimitMs
  while (isRunning(pid)) {
    if (performance.now() > giveUpAt) process.kill(pid, 'SIGQUIT')
    await delay(lookEveryMs)
  }
}

function makeCluster(binaries: string, data: string, user: SystemUser, folder: string): void {
  // Sorts by a language, as most servers do, so that nothing of ours relies on the order of bytes.
  const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=en']
  const made = spawnSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', owner, '-A', 'trust', '-E', 'UTF8', '--no-sync', ...locale],
    { ...user, cwd: folder, env: environment(folder), encoding: 'utf8' },
  )
  if (made.status !== 0) throw failedStart(made.stderr || String(made.error))
}

function settings(folder: string, durable: boolean): string[] {
  const always = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'unix_socket_permissions=0700',
    'max_connections=200',
    'shared_buffers=64MB',
    'timezone=UTC',
  ]
  const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  return durable ? always : [...always, ...quick]
}

const environment = (folder: string) => ({ PATH: process.env.PATH, HOME: folder, LC_ALL: 'C' })

async function waitUntilReady(
  server: ReturnType<typeof spawn>,
  data: string,
  folder: string,
): Promise<number> {
  let failure: Error | undefined
  server.once('error', (error) => {
    failure = error
  })
  const giveUpAt = performance.now() + startLimitMs
  while (performance.now() < giveUpAt) {
    if (failure || server.exitCode !== null) break
    if (server.pid !== undefined && readyPid(data) === server.pid) return server.pid
    await delay(lookEveryMs)
  }
  throw failedStart(failure?.message ?? readFileSync(join(folder, 'log'), 'utf8').slice(-1_000))
}

/** The eighth line of the pid file says whether the server takes connections. */
function readyPid(data: string): number | undefined {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines[7]?.trim() === 'ready' ? Number(lines[0]) : undefined
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function failedStart(reason: string): ThroughlineError {
  return new ThroughlineError('database-failed', `PostgreSQL did not start: ${reason.trim()}`, {
    hint: 'read the file `log` in its folder, or give another server with DATABASE_URL',
  })
}
