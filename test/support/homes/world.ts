/**
 * A temporary folder with a user's home, our home and a project: everything that a test and its
 * processes may touch. `close` ends those processes and removes the folder.
 */
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
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
import { basename, dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { type HomePaths, homePaths } from '../../../src/home/paths.ts'
import { stallFactor } from '../../hermetic/stall-factor.ts'

type Row = Record<string, SQLInputValue>

export interface World {
  readonly folder: string
  readonly userHome: string
  readonly paths: HomePaths
  /** Looks like a clone of github.com/acme/widgets. */
  readonly project: string
  /** The environment of every process in this world, with nothing from this machine. */
  readonly env: Readonly<Record<string, string>>
  path(...parts: string[]): string
  writeConfig(config: object): void
  /** `close` ends this process if the test has not. */
  watch(child: ChildProcess): void
  /** Current rows of the database, read while the daemon runs. */
  rows(sql: string, ...values: SQLInputValue[]): Row[]
  close(): Promise<void>
}

export function createWorld(): World {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-test-')))
  const path = (...parts: string[]) => join(folder, ...parts)
  const paths = homePaths(path('throughline'))
  for (const name of ['home', 'tmp', 'widgets']) mkdirSync(path(name))
  makeClone(path('widgets'), 'https://github.com/acme/widgets.git')
  const children = new Set<ChildProcess>()
  const strangers = new Set(processes())
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
    watch(child) {
      children.add(child)
      // Its number may soon be another process's.
      child.once('exit', () => children.delete(child))
    },
    rows: (sql, ...values) => readRows(paths.database, sql, values),
    async close() {
      const started = [...children].flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
      await endProcessesOf(folder, [...started, ...daemonPid(paths.runFile)], strangers)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    },
  }
}

/**
 * A folder that git would take for a clone, made without git.
 * @param history clones of one history have the same first commit; by default, those of one remote
 */
export function makeClone(folder: string, remote: string, history = ownerAndName(remote)): string {
  const root = makeCommit(history)
  const place = join('objects', root.id.slice(0, 2))
  const write = (name: string, content: string | Buffer) =>
    writeFileSync(join(folder, '.git', name), content)
  for (const part of [place, 'refs/heads']) {
    mkdirSync(join(folder, '.git', part), { recursive: true })
  }
  write(join(place, root.id.slice(2)), deflateSync(root.content))
  write('refs/heads/main', `${root.id}\n`)
  write('HEAD', 'ref: refs/heads/main\n')
  write('config', `[remote "origin"]\n\turl = ${remote}\n`)
  return folder
}

/** As `git worktree add` does. */
export function makeWorktree(repository: string, folder: string): void {
  const gitDir = join(repository, '.git', 'worktrees', basename(folder))
  for (const made of [folder, gitDir]) mkdirSync(made, { recursive: true })
  writeFileSync(join(folder, '.git'), `gitdir: ${gitDir}\n`)
  writeFileSync(join(gitDir, 'gitdir'), `${join(folder, '.git')}\n`)
  writeFileSync(join(gitDir, 'commondir'), '../..\n')
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n')
}

const ownerAndName = (remote: string) =>
  remote
    .replace(/\.git$/, '')
    .split(/[/:]/)
    .slice(-2)
    .join('/')

function makeCommit(message: string): { id: string; content: Buffer } {
  const person = 'Ada <ada@example.com> 1700000000 +0000'
  const text = `tree ${emptyTree}\nauthor ${person}\ncommitter ${person}\n\n${message}\n`
  const content = Buffer.from(`commit ${text.length}\0${text}`)
  return { id: createHash('sha1').update(content).digest('hex'), content }
}

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

export type Falsy = false | undefined | null | 0 | ''

/** The first truthy result of `probe`; a probe that throws is tried again. */
export async function waitFor<T>(
  what: string,
  probe: () => T | Falsy | Promise<T | Falsy>,
  limitMs = 10_000,
): Promise<T> {
  const startedAt = performance.now()
  const giveUpAt = startedAt + limitMs * stallFactor
  let last: unknown
  while (performance.now() < giveUpAt) {
    try {
      const found = await probe()
      if (found) return found
      last = found
    } catch (error) {
      last = error
    }
    // What takes long is asked for less often: a question may cost as much as its answer.
    await delay(Math.min(100, Math.max(10, (performance.now() - startedAt) / 10)))
  }
  throw new Error(`waited ${limitMs * stallFactor} ms for ${what}; last seen: ${String(last)}`)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch {
    return false
  }
}

/** A dead process that its parent has not waited for yet. */
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

/**
 * Ends these processes and, on Linux, all that name the folder in their environment or arguments: those
 * may start others meanwhile, as a hook does a daemon.
 * @param strangers known to have nothing to do with the folder
 */
export async function endProcessesOf(
  folder: string,
  pids: readonly number[],
  strangers: ReadonlySet<number> = new Set(),
): Promise<void> {
  await waitFor(`the processes in ${folder} to end`, () => {
    const others = processes().filter((pid) => !strangers.has(pid) && isOf(folder, pid))
    const left = [...pids.filter(isAlive), ...others]
    for (const pid of left) endProcess(pid)
    return left.length === 0
  })
}

/** All that run now; none where the system does not list them. */
function processes(): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').map(Number).filter(Number.isInteger)
}

function isOf(folder: string, pid: number): boolean {
  return ['environ', 'cmdline'].some((file) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(`${folder}/`)
    } catch {
      return false
    }
  })
}

/** A daemon that a hook or a command started. */
export function daemonPid(runFile: string): number[] {
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
    // Already ended.
  }
}
