/** A repository with everything Throughline reads from one. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GitSandbox } from '../homes/git-sandbox.ts'
import type { Samples } from './recipe.ts'

export interface GitFolder {
  readonly root: string
  /** A worktree added by `git worktree add`. */
  readonly worktree: string
  readonly commit: string
  /** The bytes of its files, by their path. */
  readonly samples: Samples
}

export function makeGitFolder(sandbox: GitSandbox): GitFolder {
  const root = sandbox.makeRepository('live/app', 'git@github.com:acme/app.git')
  const git = (...args: string[]) => sandbox.git(root, ...args)
  const lines = (count: number) => 'a line of text\n'.repeat(count)
  writeFileSync(join(root, 'one.txt'), lines(40))
  git('add', 'one.txt')
  git('commit', '--quiet', '--message=second')
  const commit = git('rev-parse', 'HEAD')
  git('tag', '--annotate', '--message=a tag', 'v1')
  writeFileSync(join(root, 'one.txt'), lines(60))
  git('commit', '--quiet', '--all', '--message=third')
  git('gc', '--quiet')
  git('pack-refs', '--all')
  // A commit outside the pack.
  writeFileSync(join(root, 'two.txt'), lines(3))
  git('add', 'two.txt')
  git('commit', '--quiet', '--message=fourth')
  writeFileSync(join(root, 'one.txt'), lines(2))
  const worktree = sandbox.path('live/tree')
  git('worktree', 'add', '--quiet', '-b', 'feature', worktree)
  return { root, worktree, commit, samples: readFiles(sandbox.path('live')) }
}

const ignored = /\/hooks\/|\.sample$|\/logs\/|\/description$/

function readFiles(folder: string): Samples {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    paths.filter((path) => !ignored.test(path)).map((path) => [path, readFileSync(path)]),
  )
}
