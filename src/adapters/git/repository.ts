/** Reads a repository from git's own files, so hooks and the daemon start no process for it. */
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Repository, RepositoryReader } from '../../core/ports/repository.ts'
import { normaliseRemote } from '../../core/project/normalise-remote.ts'
import { parseRemoteAddress } from '../../core/project/remote-address.ts'
import { type ConfigVariable, findRemoteUrl, findVariable, parseGitConfig } from './config.ts'
import { findGitPlace, type GitPlace } from './find-git-dir.ts'
import { readHead } from './head.ts'
import { readText } from './read-git-file.ts'

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
  const root = place.root ?? owner
  const mainRoot = isWorktree ? owner : root
  const remote = await readRemote(config, mainRoot)
  return { root, mainRoot, commonDir, isWorktree, ...head, ...(remote && { remote }) }
}

/** The folder that owns a shared git directory; a bare repository is its own. */
async function ownerOf(commonDir: string, config: readonly ConfigVariable[]): Promise<string> {
  const workTree = findVariable(config, 'core', 'worktree')
  if (workTree) {
    const path = resolve(commonDir, workTree)
    return realpath(path).catch(() => path)
  }
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
  return normaliseRemote(await realpath(path).catch(() => path))
}
