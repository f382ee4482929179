/** Walks up from a folder to its repository as git does, including worktrees and submodules. */
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { entryKind, readText } from './read-git-file.ts'

export interface GitPlace {
  /** The top of the work tree; undefined for a bare repository. */
  readonly root: string | undefined
  /** Where HEAD of this work tree is. */
  readonly gitDir: string
  /** Where branches and configuration are. */
  readonly commonDir: string
}

export async function findGitPlace(folder: string): Promise<GitPlace | undefined> {
  for (let current = resolve(folder); ; current = dirname(current)) {
    const dotGit = join(current, '.git')
    const kind = await entryKind(dotGit)
    // Like git: a broken pointer ends the search, a folder that is no repository does not.
    if (kind === 'file') return followGitFile(current, dotGit)
    const place =
      (kind && (await openGitDir(dotGit, current))) ?? (await openGitDir(current, undefined))
    if (place) return place
    if (dirname(current) === current) return undefined
  }
}

const pointer = 'gitdir:'

/** A path, and little else. */
export const mostPathBytes = 8 * 1024

async function followGitFile(root: string, file: string): Promise<GitPlace | undefined> {
  const lines = (await readText(file, mostPathBytes))?.split('\n') ?? []
  const target = lines
    .find((line) => line.startsWith(pointer))
    ?.slice(pointer.length)
    .trim()
  return target ? openGitDir(resolve(root, target), root) : undefined
}

async function openGitDir(
  directory: string,
  workTree: string | undefined,
): Promise<GitPlace | undefined> {
  if ((await entryKind(join(directory, 'HEAD'))) !== 'file') return undefined
  const shared = (await readText(join(directory, 'commondir'), mostPathBytes))?.trim()
  // A worktree's entry inside the repository has no work tree of its own.
  if (shared !== undefined && workTree === undefined) return undefined
  const common = shared === undefined ? directory : resolve(directory, shared)
  const parts = await Promise.all(['objects', 'refs'].map((name) => entryKind(join(common, name))))
  if (parts.some((kind) => kind !== 'directory')) return undefined
  // The folder is inside `.git`.
  const root = workTree ?? (basename(directory) === '.git' ? dirname(directory) : undefined)
  return {
    root: root && (await realpath(root)),
    gitDir: await realpath(directory),
    commonDir: await realpath(common),
  }
}
