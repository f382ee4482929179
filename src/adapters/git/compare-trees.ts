/** Paths that differ between two trees, or between a tree and the index. Submodules are left out. */
import { yieldToEventLoop } from '../../core/jobs/yield-to-event-loop.ts'
import { isFolderMode, isSubmoduleMode, readTree, type TreeEntry } from './commits.ts'
import type { IndexEntry, IndexFile } from './index-file.ts'
import type { GitObjects } from './objects.ts'

export interface ComparisonLimits {
  readonly mostPaths: number
  /** Ends the comparison with what was found by then. */
  readonly isLate: () => boolean
}

/** @param after undefined for nothing, as before the first commit */
export async function compareTrees(
  objects: GitObjects,
  before: string | undefined,
  after: string | undefined,
  limits: ComparisonLimits,
): Promise<string[]> {
  const paths: string[] = []
  await compare('', before, after)
  return paths

  async function compare(folder: string, one: string | undefined, other: string | undefined) {
    if (one === other || isDone(paths, limits)) return
    await yieldToEventLoop()
    const old = (await readTree(objects, one)) ?? new Map<string, TreeEntry>()
    const now = (await readTree(objects, other)) ?? new Map<string, TreeEntry>()
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      const [was, is] = [old.get(name), now.get(name)]
      if (was?.id === is?.id && was?.mode === is?.mode) continue
      const path = folder + name
      if ([was, is].some((entry) => entry && isFileMode(entry.mode))) add(path)
      if (hasFolder(was) || hasFolder(is)) await compare(`${path}/`, folderOf(was), folderOf(is))
    }
  }

  function add(path: string) {
    if (paths.length < limits.mostPaths) paths.push(path)
  }
}

export async function compareWithIndex(
  objects: GitObjects,
  tree: string,
  { entries, trees }: IndexFile,
  limits: ComparisonLimits,
): Promise<string[]> {
  const paths = new Set<string>()
  await compare('', tree, 0, entries.length)
  return [...paths].slice(0, limits.mostPaths)

  /** Of the entries from `start` to `end`, all of which are in the folder. */
  async function compare(folder: string, id: string | undefined, start: number, end: number) {
    if ((id !== undefined && trees.get(folder) === id) || isDone(paths, limits)) return
    await yieldToEventLoop()
    const committed = await readTree(objects, id)
    if (!committed) return
    const staged = new Set<string>()
    for (let at = start; at < end; ) {
      const entry = entries[at] as IndexEntry
      const [name = ''] = entry.path.slice(folder.length).split('/', 1)
      const was = committed.get(name)
      staged.add(name)
      const path = folder + name
      if (path !== entry.path) {
        const next = endOfFolder(entries, `${path}/`, at, end)
        await compare(`${path}/`, folderOf(was), at, next)
        at = next
        continue
      }
      const isSame = was?.id === entry.id && was.mode === entry.mode
      if (!isSame && isFileMode(entry.mode)) paths.add(path)
      at += 1
    }
    for (const [name, entry] of committed) {
      if (staged.has(name)) continue
      if (isFileMode(entry.mode)) paths.add(folder + name)
      else if (hasFolder(entry)) await compare(`${folder}${name}/`, entry.id, end, end)
    }
  }
}

function endOfFolder(
  entries: readonly IndexEntry[],
  folder: string,
  start: number,
  most: number,
): number {
  let end = start
  while (end < most && entries[end]?.path.startsWith(folder)) end += 1
  return end
}

function isDone(paths: { length: number } | ReadonlySet<string>, limits: ComparisonLimits) {
  const found = 'size' in paths ? paths.size : paths.length
  return found >= limits.mostPaths || limits.isLate()
}

const isFileMode = (mode: number) => !isFolderMode(mode) && !isSubmoduleMode(mode)
const hasFolder = (entry: TreeEntry | undefined) => entry !== undefined && isFolderMode(entry.mode)
const folderOf = (entry: TreeEntry | undefined) =>
  entry && isFolderMode(entry.mode) ? entry.id : undefined
