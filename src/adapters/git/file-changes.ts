/** Finds files deleted or rewritten since a commit, from git's objects and the work tree. */
import { lstat, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isWithin } from '../../core/model/folder-path.ts'
import type { FileChange, FindChangesSince } from '../../core/ports/repository.ts'
import { readSmallFile } from '../read-small-file.ts'
import { findInTree, isFolderMode, isSubmoduleMode, readCommit } from './commits.ts'
import { findGitPlace, readHead } from './git-dir.ts'
import { type IndexEntry, readIndex } from './index-file.ts'
import { openObjects } from './objects.ts'
import { stateOf } from './work-tree.ts'

const largestFileBytes = 2 * 1024 * 1024
const heavyShare = 0.5

export const findChangesSince: FindChangesSince = async (folder, commit, files) => {
  const top = await findTop(folder, commit)
  const ways = top ? files.flatMap((file) => pathWithin(top.folder, file)) : []
  if (!top || ways.length === 0) return undefined
  const objects = openObjects(join(top.commonDir, 'objects'), { idBytes: top.idBytes })
  try {
    const id = objects.complete(commit)
    const tree = id && (await readCommit(objects, id))?.tree
    if (!tree) return undefined
    const staged = await readStaged(top)
    const found: FileChange[] = []
    for (const [file, path] of ways) {
      const way = relative(top.root, path).split(sep).join('/')
      const entry = await findInTree(objects, tree, way)
      if (!entry || isFolderMode(entry.mode) || isSubmoduleMode(entry.mode)) continue
      const before = async () => (await objects.read(entry.id))?.content
      const now = async () => {
        const own = staged(way)
        if (own === undefined) return readWithin(top.root, path)
        return own.id === entry.id ? undefined : (await objects.read(own.id))?.content
      }
      const change = await judge(path, before, now)
      if (change) found.push({ file, change })
    }
    return found
  } finally {
    objects.close()
  }
}

interface Top {
  /** The real path of the requested folder. */
  readonly folder: string
  readonly root: string
  readonly gitDir: string
  readonly commonDir: string
  readonly idBytes: number
}

async function findTop(folder: string, commit: string): Promise<Top | undefined> {
  if (!/^[0-9a-f]{7,64}$/.test(commit)) return undefined
  try {
    const real = await realpath(folder)
    const place = await findGitPlace(real)
    if (place?.root === undefined || !(await lstat(real)).isDirectory()) return undefined
    const { gitDir, commonDir, root } = place
    const head = (await readHead(gitDir, commonDir)).commit ?? ''
    return { folder: real, root, gitDir, commonDir, idBytes: head.length === 64 ? 32 : 20 }
  } catch {
    return undefined
  }
}

/**
 * If a file is unchanged since it was staged, its content is the staged one. What a filter changes
 * on the way to disk is not a change.
 */
async function readStaged({
  gitDir,
  root,
  idBytes,
}: Top): Promise<(path: string) => IndexEntry | undefined> {
  const index = await readIndex(join(gitDir, 'index'), idBytes)
  const entries = new Map(index?.entries.map((entry) => [entry.path, entry]))
  return (path) => {
    const entry = entries.get(path)
    const isSame = entry && stateOf(root, entry, Number.POSITIVE_INFINITY) === 'same'
    return isSame ? entry : undefined
  }
}

async function judge(
  path: string,
  before: () => Promise<Buffer | undefined>,
  now: () => Promise<Buffer | undefined>,
): Promise<FileChange['change'] | undefined> {
  const found = await lstat(path).catch(() => undefined)
  if (!found) return 'gone'
  if (!found.isFile() || found.size > largestFileBytes) return undefined
  const present = await now()
  const former = present && (await before())
  if (!present || !former || !isText(present) || !isText(former)) return undefined
  return lostShare(former, present) >= heavyShare ? 'rewritten' : undefined
}

/** Rejects the output of a filter: a pointer to a large file, or encrypted bytes. */
function isText(content: Buffer): boolean {
  const start = content.subarray(0, 8_000)
  return !start.includes(0) && !start.toString('latin1').startsWith('version https://git-lfs')
}

/** The share of lines that occur nowhere any more. Ignores white space and lines of brackets. */
function lostShare(former: Buffer, present: Buffer): number {
  const left = new Map<string, number>()
  for (const line of telling(present)) left.set(line, (left.get(line) ?? 0) + 1)
  const lines = telling(former)
  const lost = lines.filter((line) => {
    const times = left.get(line) ?? 0
    left.set(line, times - 1)
    return times <= 0
  })
  return lines.length === 0 ? 0 : lost.length / lines.length
}

function telling(content: Buffer): string[] {
  const lines = content.toString('utf8').split('\n')
  return lines.flatMap((line) => (/[\p{L}\p{N}]/u.test(line) ? [line.trim()] : []))
}

/** Folders may have become links since, to any place. */
async function readWithin(root: string, path: string): Promise<Buffer | undefined> {
  const folder = await realpath(dirname(path)).catch(() => undefined)
  if (folder === undefined || !isWithin(folder, root)) return undefined
  return readSmallFile(path, { mostBytes: largestFileBytes })
}

/** Ignores files outside the folder. */
function pathWithin(folder: string, file: string): [string, string][] {
  const path = resolve(folder, file)
  const way = relative(folder, path)
  const isInside = way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
  return isInside ? [[file, path]] : []
}
