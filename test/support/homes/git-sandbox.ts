/** A temporary folder with a home of its own, in which the real git runs. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface GitSandbox {
  readonly folder: string
  readonly home: string
  /** A path in the sandbox. */
  path(...parts: string[]): string
  /** Creates a folder and returns its path. */
  makeFolder(...parts: string[]): string
  git(cwd: string, ...args: string[]): string
  /** A repository with one commit, and a remote if a URL is given. */
  makeRepository(name: string, remoteUrl?: string): string
  remove(): void
}

export function createGitSandbox(): GitSandbox {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-git-')))
  const home = join(folder, 'home')
  mkdirSync(home)
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  }
  const path = (...parts: string[]) => join(folder, ...parts)
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: 'pipe' }).trim()
  const makeFolder = (...parts: string[]) => {
    mkdirSync(path(...parts), { recursive: true })
    return path(...parts)
  }
  return {
    folder,
    home,
    path,
    makeFolder,
    git,
    makeRepository(name, remoteUrl) {
      const root = makeFolder(name)
      git(root, 'init', '--quiet', '--initial-branch=main')
      git(root, 'commit', '--quiet', '--allow-empty', '--message=first')
      if (remoteUrl !== undefined) git(root, 'remote', 'add', 'origin', remoteUrl)
      return root
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
