/**
 * Everything a client and Throughline may touch, under one temporary folder: the user's home, our
 * home, a repository and a second worktree of it.
 */
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { daemonPid, endProcessesOf } from '../../support/homes/world.ts'

const run = promisify(execFile)
export const program = resolve(import.meta.dirname, '../../../bin/throughline.js')
/** What a user's shell has, this Node among it. */
export const shellPath = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`

export interface CaptureWorld {
  readonly root: string
  readonly userHome: string
  readonly throughlineHome: string
  readonly temporary: string
  readonly repository: string
  readonly worktree: string
  readonly database: string
  /** Runs our program as a user would. @throws when it exits with another code than 0 */
  throughline(folder: string, ...args: string[]): Promise<string>
  git(folder: string, ...args: string[]): Promise<string>
  /** Spooled and not yet taken in. */
  pendingEvents(): string[]
  rejectedEvents(): string[]
  /** Ends the daemon and what else is left, and removes everything. */
  close(): Promise<void>
}

/** @param variables what our program gets besides those of any shell */
export async function createCaptureWorld(
  variables: Readonly<Record<string, string>> = {},
): Promise<CaptureWorld> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'throughline-client-')))
  const at = (name: string) => join(root, name)
  const [userHome, throughlineHome, temporary] = [at('home'), at('throughline'), at('tmp')]
  const [repository, worktree] = [at('widgets'), at('widgets-feature')]
  await Promise.all([userHome, temporary, repository].map((folder) => mkdir(folder)))

  // Ours needs no more than a user's shell gives, and must not see the variables of this machine.
  const env = {
    HOME: userHome,
    PATH: shellPath,
    TMPDIR: temporary,
    THROUGHLINE_HOME: throughlineHome,
    GIT_CONFIG_NOSYSTEM: '1',
    ...variables,
  }
  const world: CaptureWorld = {
    root,
    userHome,
    throughlineHome,
    temporary,
    repository,
    worktree,
    database: join(throughlineHome, 'throughline.db'),
    async throughline(folder, ...args) {
      const { stdout } = await run(process.execPath, [program, ...args], { cwd: folder, env })
      return stdout
    },
    async git(folder, ...args) {
      const author = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com']
      const { stdout } = await run('git', [...author, ...args], { cwd: folder, env })
      return stdout
    },
    pendingEvents: () => globSync('*.spool', { cwd: join(throughlineHome, 'spool') }),
    rejectedEvents: () => globSync('*', { cwd: join(throughlineHome, 'spool', 'rejected') }),
    async close() {
      await endProcessesOf(root, daemonPid(join(throughlineHome, 'run', 'daemon.json')))
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  try {
    await createRepository(world)
  } catch (error) {
    await world.close()
    throw error
  }
  return world
}

async function createRepository({ git, repository, worktree }: CaptureWorld): Promise<void> {
  await git(repository, 'init', '--quiet', '--initial-branch=main')
  await git(repository, 'remote', 'add', 'origin', 'https://github.com/acme/widgets.git')
  await writeFile(join(repository, 'README.md'), '# Widgets\n')
  await git(repository, 'add', '.')
  await git(repository, 'commit', '--quiet', '--message', 'first')
  await git(repository, 'worktree', 'add', '--quiet', '-b', 'feature', worktree)
}
