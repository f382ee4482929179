/**
 * A temporary folder with a user's home, our home and a project: all that a test and the processes
 * it starts may touch. `close` ends those processes and removes the folder.
 */
import type { ChildProcess } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { type HomePaths, homePaths } from '../../../src/home/paths.ts'

export type Row = Record<string, SQLInputValue>

export interface World {
  readonly folder: string
  readonly userHome: string
  readonly paths: HomePaths
  /** A clone of github.com/acme/widgets, as far as its files tell. */
  readonly project: string
  /** What every process of this world is given, and nothing of this machine's besides. */
  readonly env: Readonly<Record<string, string>>
  path(...parts: string[]): string
  writeConfig(config: object): void
  /** Has `close` end this process, should the test not have. */
  watch(child: ChildProcess): void
  /** Rows of the database as they are now, read beside the daemon. */
  rows(sql: string, ...values: SQLInputValue[]): Row[]
  close(): Promise<void>
}

export function createWorld(): World {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-test-')))
  const path = (...parts: string[]) => join(folder, ...parts)
  const paths = homePaths(path('throughline'))
  for (const name of ['home', 'tmp', 'widgets']) mkdirSync(path(name))
  makeClone(path('widgets'), 'https://github.com/acme/widgets.git')
  const children: ChildProcess[] = []
  return {
    folder,
    userHome: path('home'),
    paths,
    project: path('widgets'),
    env: {
      HOME: path('home'),
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      TMPDIR: path('tmp'),
      THROUGHLINE_HOME: paths.root,
    },
    path,
    writeConfig(config) {
      mkdirSync(paths.root, { recursive: true, mode: 0o700 })
      writeFileSync(paths.config, JSON.stringify(config))
    },
    watch: (child) => void children.push(child),
    rows: (sql, ...values) => readRows(paths.database, sql, values),
    async close() {
      const started = children.flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
      const pids = [...started, ...daemonPid(paths.runFile), ...inhabitants(paths.root)]
      for (const pid of pids) endProcess(pid)
      for (const pid of pids) await waitFor(`process ${pid} to end`, () => !isAlive(pid))
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    },
  }
}

/** A folder that git would take for a clone, made without git. */
export function makeClone(folder: string, remote: string): string {
  for (const part of ['objects', 'refs']) mkdirSync(join(folder, '.git', part), { recursive: true })
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(folder, '.git', 'config'), `[remote "origin"]\n\turl = ${remote}\n`)
  return folder
}

export type Falsy = false | undefined | null | 0 | ''

/** The first thing `probe` gives that counts; a probe that throws has nothing yet. */
export async function waitFor<T>(
  what: string,
  probe: () => T | Falsy | Promise<T | Falsy>,
  limitMs = 10_000,
): Promise<T> {
  const giveUpAt = performance.now() + limitMs
  let last: unknown
  while (performance.now() < giveUpAt) {
    try {
      const found = await probe()
      if (found) return found
      last = found
    } catch (error) {
      last = error
    }
    await delay(10)
  }
  throw new Error(`waited ${limitMs} ms in vain for ${what}; at last: ${String(last)}`)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch {
    return false
  }
}

/** A dead process whose parent has not asked about it yet. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function readRows(file: string, sql: string, values: SQLInputValue[]): Row[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    return database.prepare(sql).all(...values) as Row[]
  } finally {
    database.close()
  }
}

/** Who was told of this home, such as a daemon that is only starting. Linux alone says. */
function inhabitants(home: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((pid) => environmentOf(pid).includes(`THROUGHLINE_HOME=${home}`))
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** A daemon that a hook or a command started on its own. */
function daemonPid(runFile: string): number[] {
  try {
    const { pid } = JSON.parse(readFileSync(runFile, 'utf8')) as { pid: number }
    return pid === process.pid ? [] : [pid]
  } catch {
    return []
  }
}

export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
