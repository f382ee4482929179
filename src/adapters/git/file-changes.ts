/** Which files are gone or rewritten since a commit: git compares it with the work tree. */
import { lstat, readFile } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { FileChange, FileChanges } from '../../core/ports/repository.ts'
import { type AskGit, createGit, type GitOptions } from './ask-git.ts'

export type FileChangesOptions = Pick<GitOptions, 'env'> & Partial<GitOptions>

/** Runs in the background, so it may take a while. */
const defaultTimeLimitMs = 5_000
const largestFileBytes = 2 * 1024 * 1024
const heavyShare = 0.5

export function createFileChanges(options: FileChangesOptions): FileChanges {
  const git = createGit({ timeLimitMs: defaultTimeLimitMs, ...options })
  return {
    async since(folder, commit, files) {
      const ways = new Map(files.flatMap((file) => pathWithin(folder, file)))
      if (ways.size === 0 || !isCommit.test(commit) || !(await isFolder(folder))) return undefined
      const changed = await compare(git, folder, commit, [...ways.values()])
      if (!changed) return undefined
      const found = await Promise.all(
        [...ways].map(async ([file, way]): Promise<FileChange[]> => {
          const lines = changed.get(way)
          const change = lines && (await judge(join(folder, way), lines))
          return change ? [{ file, change }] : []
        }),
      )
      return found.flat()
    },
  }
}

const isCommit = /^[0-9a-f]{7,64}$/

interface ChangedLines {
  readonly added: number
  readonly deleted: number
}

/** Files of the commit that changed or are gone. Binary files have no line counts. */
async function compare(
  git: AskGit,
  folder: string,
  commit: string,
  ways: readonly string[],
): Promise<ReadonlyMap<string, ChangedLines> | undefined> {
  const output = await git(folder, [
    '--literal-pathspecs',
    'diff',
    ...['--numstat', '-z', '--relative', '--no-renames', '--diff-filter=DM'],
    ...['--no-ext-diff', '--no-textconv', '--ignore-submodules', '--ignore-space-change'],
    commit,
    '--',
    ...ways,
  ])
  if (output === undefined) return undefined
  const lines = output.split('\0').flatMap((line): [string, ChangedLines][] => {
    const [added, deleted, ...name] = line.split('\t')
    const counts = { added: Number(added), deleted: Number(deleted) }
    return name.length === 0 ? [] : [[name.join('\t'), counts]]
  })
  return new Map(lines)
}

async function judge(
  path: string,
  { added, deleted }: ChangedLines,
): Promise<FileChange['change'] | undefined> {
  const found = await lstat(path).catch(() => undefined)
  if (!found) return 'gone'
  if (!found.isFile() || found.size > largestFileBytes || deleted === 0) return undefined
  const text = await readFile(path, 'utf8').catch(() => '')
  const present = text.split('\n').length - Number(text.endsWith('\n'))
  const former = present - added + deleted
  return deleted >= former * heavyShare ? 'rewritten' : undefined
}

/** Ignores files outside the folder. */
function pathWithin(folder: string, file: string): [string, string][] {
  const way = relative(folder, resolve(folder, file))
  const isWithin = way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
  return isWithin ? [[file, way.split(sep).join('/')]] : []
}

async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
