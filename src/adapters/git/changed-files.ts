/** Recently changed files, according to git. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ChangedFiles, noChanges, type RecentChanges } from '../../core/ports/repository.ts'
import { type AskGit, createGit, type GitOptions } from './ask-git.ts'
import { findGitPlace, type GitPlace } from './find-git-dir.ts'

export type ChangedFilesOptions = Pick<GitOptions, 'env'> & Partial<GitOptions>

const defaultTimeLimitMs = 150
const lastCommits = 3

/** Files change without git noticing, so its answer is cached only briefly. */
const cacheMs = 3_000

export function createChangedFiles(options: ChangedFilesOptions): ChangedFiles {
  const git = createGit({ timeLimitMs: defaultTimeLimitMs, ...options })
  const known = new Map<string, { at: number; stamp: string; changes: Promise<RecentChanges> }>()
  return {
    async read(folder) {
      const place = await findGitPlace(folder).catch(() => undefined)
      if (place?.root === undefined) return noChanges
      const at = performance.now()
      const stamp = await stampOf(place)
      const cached = known.get(place.root)
      if (cached?.stamp === stamp && at - cached.at < cacheMs) return cached.changes
      if (known.size > 100) known.clear()
      const changes = readChanges(git, place.root)
      known.set(place.root, { at, stamp, changes })
      return changes
    },
  }
}

/** Changes with every commit, checkout and `git add`. */
async function stampOf({ gitDir }: GitPlace): Promise<string> {
  const times = ['HEAD', 'index'].map((name) =>
    stat(join(gitDir, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  )
  return (await Promise.all(times)).join(' ')
}

async function readChanges(git: AskGit, root: string): Promise<RecentChanges> {
  const ask = async (...args: string[]) => {
    const names = (await git(root, [...args, ...namesOnly])) ?? ''
    return [...new Set(names.split('\0').filter((name) => name !== ''))]
  }
  const [uncommitted, committed] = await Promise.all([
    ask('diff', 'HEAD', '--no-renames'),
    ask(
      'log',
      `-${lastCommits}`,
      '--format=',
      '--no-merges',
      '--no-renames',
      '--no-show-signature',
    ),
  ])
  return { uncommitted, committed }
}

const namesOnly = ['--name-only', '-z', '--no-ext-diff', '--no-textconv', '--ignore-submodules']
