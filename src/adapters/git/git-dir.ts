/** Walks up from a folder to its repository as git does, including worktrees and submodules. */
import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { readSmallFile } from '../read-small-file.ts'

export interface GitPlace {
  /** The top folder of the work tree; undefined for a bare repository. */
  readonly root: string | undefined
  readonly gitDir: string
  readonly commonDir: string
}

export async function findGitPlace(folder: string): Promise<GitPlace | undefined> {
  for (let current = resolve(folder); ; current = dirname(current)) {
    const dotGit = join(current, '.git')
    const kind = await entryKind(dotGit)
    // Like git: a broken pointer ends the search, a folder that is not a repository does not.
    if (kind === 'file') return followGitFile(current, dotGit)
    const place =
      (kind && (await openGitDir(dotGit, current))) ?? (await openGitDir(current, undefined))
    if (place) return place
    if (dirname(current) === current) return undefined
  }
}

const pointer = 'gitdir:'

/** Such a file contains a path and little else. */
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

interface Head {
  readonly branch?: string
  readonly commit?: string
}

export const mostRefBytes = 4 * 1024
/** About 200,000 branches and tags. */
export const mostPackedBytes = 16 * 1024 * 1024

export async function readHead(gitDir: string, commonDir: string): Promise<Head> {
  const text = (await readText(join(gitDir, 'HEAD'), mostRefBytes)) ?? ''
  const ref = refOf(text)
  if (ref === undefined) return commitOf(text)
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined
  // The content of HEAD in a repository with reftables.
  if (branch === '.invalid') return {}
  const isBranch = branch && branch.length <= 250 && !neverInBranch.test(branch)
  return { ...(isBranch && { branch }), ...(await resolveRef(ref, commonDir)) }
}

/** What git forbids in a name; anyone can write a sentence into the file HEAD. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const neverInBranch = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[/.]|\/\.|[/.]$/

/** A ref may point to another. Git also gives up after five. */
async function resolveRef(ref: string, commonDir: string, depth = 5): Promise<Head> {
  const loose = await readText(join(commonDir, ref), mostRefBytes)
  if (loose === undefined) return findPacked(ref, commonDir)
  const next = refOf(loose)
  if (next === undefined) return commitOf(loose)
  return depth === 0 ? {} : resolveRef(next, commonDir, depth - 1)
}

async function findPacked(ref: string, commonDir: string): Promise<Head> {
  const packed = (await readText(join(commonDir, 'packed-refs'), mostPackedBytes)) ?? ''
  const at = packed.indexOf(` ${ref}\n`)
  return at < 0 ? {} : commitOf(packed.slice(packed.lastIndexOf('\n', at) + 1, at))
}

/** Follows only names inside the repository. */
function refOf(text: string): string | undefined {
  const [, ref] = /^ref:\s*(refs\/.+?)\s*$/s.exec(text) ?? []
  return ref?.split('/').includes('..') ? undefined : ref
}

export function commitOf(text: string): Head {
  const commit = text.trim()
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(commit) ? { commit } : {}
}

/** Undefined for an unreadable file, because broken repositories are common. */
export async function readText(file: string, mostBytes: number): Promise<string | undefined> {
  return (await readSmallFile(file, { mostBytes }))?.toString('utf8')
}

export async function entryKind(path: string): Promise<'file' | 'directory' | undefined> {
  try {
    const found = await stat(path)
    if (found.isDirectory()) return 'directory'
    return found.isFile() ? 'file' : undefined
  } catch {
    return undefined
  }
}
