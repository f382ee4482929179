/** Reads a repository from git's own files, so that hooks and the daemon start no process. */
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { isWithin } from '../../core/model/folder-path.ts'
import type { Repository, RepositoryReader } from '../../core/ports/repository.ts'
import { normaliseRemote } from '../../core/project/normalise-remote.ts'
import { parseRemoteAddress } from '../../core/project/remote-address.ts'
import {
  entryKind,
  findGitPlace,
  type GitPlace,
  mostPathBytes,
  readHead,
  readText,
} from './git-dir.ts'

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
    ...{ root, mainRoot, commonDir },
    ...(!isOwn && { isBorrowed: true as const }),
    ...(isShallow && { isShallow }),
    ...head,
    ...(remote && { remote }),
  }
}

/** The length of ids: SHA-256 is used only if the configuration says so. */
export async function readIdBytes(commonDir: string): Promise<number> {
  const config = parseGitConfig((await readText(join(commonDir, 'config'), mostConfigBytes)) ?? '')
  return findVariable(config, 'extensions', 'objectformat')?.toLowerCase() === 'sha256' ? 32 : 20
}

/**
 * Whether the git directory belongs to the folder that led to it: it is inside that folder, or
 * names it as its work tree. A `.git` that is a file or a link can name any repository.
 */
async function knowsWorkTree(
  { root, gitDir, commonDir }: GitPlace,
  config: readonly ConfigVariable[],
): Promise<boolean> {
  if (root === undefined) return true
  if (gitDir !== commonDir) return (await readLinkedWorkTree(gitDir, commonDir)) === root
  const isInside = isWithin(commonDir, root)
  if (isInside && basename(commonDir) !== '.git') return true
  return dirname(commonDir) === root || (await workTreeOf(commonDir, config)) === root
}

/** Reads the work tree from an entry that `git worktree add` made in the repository. */
async function readLinkedWorkTree(gitDir: string, commonDir: string): Promise<string | undefined> {
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
 * The folder that owns a shared git directory; a bare repository owns itself. A work tree named in
 * it must lead back to it, because it could name someone else's.
 */
async function ownerOf(commonDir: string, config: readonly ConfigVariable[]): Promise<string> {
  const workTree = await workTreeOf(commonDir, config)
  const there = workTree && (await findGitPlace(workTree))
  if (there && there.root === workTree && there.commonDir === commonDir) return workTree
  // `.bare` is the usual name of a bare repository next to its worktrees.
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

/** Parses git's configuration format. Skips malformed lines and does not follow includes. */

interface ConfigVariable {
  /** `remote` in lower case. */
  readonly section: string
  /** `origin`, as written. */
  readonly subsection: string | undefined
  /** `url` in lower case. */
  readonly name: string
  /** Undefined for a name without a value, which git reads as true. */
  readonly value: string | undefined
}

export function parseGitConfig(text: string): ConfigVariable[] {
  const variables: ConfigVariable[] = []
  let section = ''
  let subsection: string | undefined
  for (const line of logicalLines(text)) {
    const header = /^\s*\[\s*([\w.-]+?)\s*(?:"((?:[^"\\]|\\.)*)"\s*)?\]/.exec(line)
    if (header) {
      const [name = '', dotted] = splitOnce(header[1] ?? '', '.')
      section = name.toLowerCase()
      subsection = header[2]?.replace(/\\(.)/g, '$1') ?? dotted?.toLowerCase()
    } else if (/^\s*\[/.test(line)) {
      // A broken header: the following lines belong to no known section.
      section = ''
    }
    const rest = header ? line.slice(header[0].length) : line
    const [, name, assigned] = /^\s*([a-z][\w-]*)\s*(=.*)?/is.exec(rest) ?? []
    if (name === undefined) continue
    const value = assigned === undefined ? undefined : parseValue(assigned.slice(1))
    variables.push({ section, subsection, name: name.toLowerCase(), value })
  }
  return variables
}

export function findRemoteUrl(variables: readonly ConfigVariable[]): string | undefined {
  const urls = new Map<string, string>()
  for (const { section, subsection, name, value } of variables) {
    if (section !== 'remote' || name !== 'url' || subsection === undefined) continue
    // An empty url clears the previous ones; otherwise the first one counts.
    if (!value) urls.delete(subsection)
    else if (!urls.has(subsection)) urls.set(subsection, value)
  }
  const [only, ...others] = urls.values()
  return urls.get('origin') ?? (others.length === 0 ? only : undefined)
}

export function findVariable(
  variables: readonly ConfigVariable[],
  section: string,
  name: string,
): string | undefined {
  return variables.findLast(
    (variable) =>
      variable.section === section && variable.subsection === undefined && variable.name === name,
  )?.value
}

/** No real setting has a longer line. */
const mostLineCharacters = 64 * 1024

/** Outside a comment, a backslash at the end of a line continues it on the next. */
function logicalLines(text: string): string[] {
  const lines: string[] = []
  let parts: string[] = []
  let isQuoted = false
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const end = endOfLine(line, isQuoted)
    parts.push(end.isContinued ? line.slice(0, -1) : line)
    isQuoted = end.isContinued && end.isQuoted
    if (end.isContinued) continue
    lines.push(parts.join(''))
    parts = []
  }
  if (parts.length > 0) lines.push(parts.join(''))
  return lines.filter(({ length }) => length <= mostLineCharacters)
}

function endOfLine(line: string, quoted: boolean): { isContinued: boolean; isQuoted: boolean } {
  let isQuoted = quoted
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]
    if (character === '\\') {
      at += 1
      if (at === line.length) return { isContinued: true, isQuoted }
    } else if (character === '"') {
      isQuoted = !isQuoted
    } else if (!isQuoted && (character === '#' || character === ';')) {
      break
    }
  }
  return { isContinued: false, isQuoted }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' }

function parseValue(text: string): string {
  let value = ''
  let kept = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '"') {
      isQuoted = !isQuoted
    } else if (character === '\\') {
      at += 1
      const escaped = text[at] ?? ''
      value += escapes[escaped] ?? escaped
    } else if (!isQuoted && (character === '#' || character === ';')) {
      break
    } else if (!isQuoted && /\s/.test(character)) {
      // White space matters only inside a value.
      if (value !== '') value += character
      continue
    } else {
      value += character
    }
    kept = value.length
  }
  return value.slice(0, kept)
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)]
}
