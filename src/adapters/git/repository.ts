/** Reads a repository from git's own files, so hooks and the daemon start no process for it. */
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { isWithin } from '../../core/model/folder-path.ts'
import type { Repository, RepositoryReader } from '../../core/ports/repository.ts'
import { normaliseRemote } from '../../core/project/normalise-remote.ts'
import { parseRemoteAddress } from '../../core/project/remote-address.ts'
import { type ConfigVariable, findRemoteUrl, findVariable, parseGitConfig } from './config.ts'
import { findGitPlace, type GitPlace, mostPathBytes } from './find-git-dir.ts'
import { readHead } from './head.ts'
import { entryKind, readText } from './read-git-file.ts'

/** About 5,000 branches. */
const mostConfigBytes = 1024 * 1024
const mostUrlCharacters = 2_048

export function createRepositoryReader(): RepositoryReader {
  return {
    async read(folder) {
      try {
        const place = await findGitPlace(folder)
        return place && (await readRepository(place))
      } catch {
        // It vanished or changed while we read it.
        return undefined
      }
    },
  }
}

async function readRepository(place: GitPlace): Promise<Repository> {
  const { gitDir, commonDir } = place
  const isWorktree = gitDir !== commonDir
  const [text, head] = await Promise.all([
    readText(join(commonDir, 'config'), mostConfigBytes),
    readHead(gitDir, commonDir),
  ])
  const config = parseGitConfig(text ?? '')
  const owner = await ownerOf(commonDir, config)
  const isOwn = await knowsWorkTree(place, config)
  const root = place.root ?? owner
  const mainRoot = isOwn && isWorktree ? owner : root
  const remote = await readRemote(config, mainRoot)
  const isShallow = (await entryKind(join(commonDir, 'shallow'))) === 'file'
  return {
    ...{ root, mainRoot, commonDir, isWorktree },
    ...(!isOwn && { isBorrowed: true as const }),
    ...(isShallow && { isShallow }),
    ...head,
    ...(remote && { remote }),
  }
}

/**
 * Whether the git directory belongs to the folder it was found from: it is inside of it, or says
 * itself that this is its work tree. A `.git` that is a file or a link can name any repository.
 */
async function knowsWorkTree(
  { root, gitDir, commonDir }: GitPlace,
  config: readonly ConfigVariable[],
): Promise<boolean> {
  if (root === undefined) return true
  if (gitDir !== commonDir) return (await readWayBack(gitDir, commonDir)) === root
  const isInside = isWithin(commonDir, root)
  if (isInside && basename(commonDir) !== '.git') return true
  return dirname(commonDir) === root || (await workTreeOf(commonDir, config)) === root
}

/** The work tree of what `git worktree add` made in the repository. */
async function readWayBack(gitDir: string, commonDir: string): Promise<string | undefined> {
  const back = (await readText(join(gitDir, 'gitdir'), mostPathBytes))?.trim()
  if (!back || !isWithin(gitDir, join(commonDir, 'worktrees'))) return undefined
  return realOrGiven(dirname(resolve(gitDir, back)))
}

async function workTreeOf(
  commonDir: string,
  config: readonly ConfigVariable[],
): Promise<string | undefined> {
  const workTree = findVariable(config, 'core', 'worktree')
  return workTree ? realOrGiven(resolve(commonDir, workTree)) : undefined
}

const realOrGiven = (path: string) => realpath(path).catch(() => path)

/**
 * The folder that owns a shared git directory; a bare repository is its own. A work tree it names
 * counts only if that leads back to it: it could name anybody's.
 */
async function ownerOf(commonDir: string, config: readonly ConfigVariable[]): Promise<string> {
  const workTree = await workTreeOf(commonDir, config)
  const there = workTree && (await findGitPlace(workTree))
  if (there && there.root === workTree && there.commonDir === commonDir) return workTree
  // `.bare` is the usual name of a bare repository that sits next to its worktrees.
  return ['.git', '.bare'].includes(basename(commonDir)) ? dirname(commonDir) : commonDir
}

async function readRemote(
  config: readonly ConfigVariable[],
  mainRoot: string,
): Promise<string | undefined> {
  const url = findRemoteUrl(config)
  if (url === undefined || url.length > mostUrlCharacters) return undefined
  const address = parseRemoteAddress(url)
  if (address.kind !== 'local') return normaliseRemote(url)
  const path = resolve(mainRoot, address.path)
  return normaliseRemote(await realOrGiven(path))
}
