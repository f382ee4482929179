/** Finds recently changed files in git's files and compares them with the work tree. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { yieldToEventLoop } from '../../core/jobs/yield-to-event-loop.ts'
import {
  noChanges,
  type ReadRecentChanges,
  type RecentChanges,
} from '../../core/ports/repository.ts'
import { walkCommits } from './commit-reader.ts'
import {
  type CommitObject,
  isFolderMode,
  isSubmoduleMode,
  readCommit,
  readTree,
} from './commits.ts'
import {
  type ComparisonLimits,
  compareTrees,
  hasFolder,
  isDone,
  isFileMode,
  subtreeOf,
} from './compare-trees.ts'
import { findGitPlace, type GitPlace, readHead } from './git-dir.ts'
import { type IndexEntry, type IndexFile, readIndex } from './index-file.ts'
import { type GitObjects, openObjects } from './objects.ts'
import { hasStagedContent, isInside, stateOf } from './work-tree.ts'

const defaultTimeLimitMs = 150
const lastCommits = 3
/** Merges on the way are not counted. */
const mostCommits = 30
const mostPaths = 500

/** Files change without git noticing, so the cache is short-lived. */
const cacheMs = 3_000

export function createChangeReader({ timeLimitMs = defaultTimeLimitMs } = {}): ReadRecentChanges {
  const known = new Map<string, { at: number; stamp: string; changes: Promise<RecentChanges> }>()
  return async (folder) => {
    const place = await findGitPlace(folder).catch(() => undefined)
    if (place?.root === undefined) return noChanges
    const at = performance.now()
    const stamp = await stampOf(place)
    const cached = known.get(place.root)
    if (cached?.stamp === stamp && at - cached.at < cacheMs) return cached.changes
    if (known.size > 100) known.clear()
    const isLate = () => performance.now() - at > timeLimitMs
    const changes = readChanges(place, place.root, { mostPaths, isLate }).catch(() => noChanges)
    known.set(place.root, { at, stamp, changes })
    return changes
  }
}

/** The stamp changes with every commit, checkout and `git add`. */
async function stampOf({ gitDir }: GitPlace): Promise<string> {
  const times = ['HEAD', 'index'].map((name) => mtimeOf(join(gitDir, name)))
  return (await Promise.all(times)).join(' ')
}

const mtimeOf = (file: string) =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

async function readChanges(
  { gitDir, commonDir }: GitPlace,
  root: string,
  limits: ComparisonLimits,
): Promise<RecentChanges> {
  const { commit } = await readHead(gitDir, commonDir)
  if (commit === undefined) return noChanges
  const objects = openObjects(join(commonDir, 'objects'), { idBytes: commit.length / 2 })
  try {
    const committed = await readCommitted(objects, commit, limits)
    const uncommitted = await readUncommitted(objects, commit, { gitDir, root }, limits)
    return { uncommitted, committed }
  } finally {
    objects.close()
  }
}

async function readCommitted(
  objects: GitObjects,
  head: string,
  limits: ComparisonLimits,
): Promise<string[]> {
  const paths = new Set<string>()
  for (const commit of await readLastCommits(objects, head)) {
    const [parent] = commit.parents
    const before = parent === undefined ? undefined : await readCommit(objects, parent)
    // At the end of a shallow clone, everything would look new.
    if (parent !== undefined && !before) continue
    for (const { path } of await compareTrees(objects, before?.tree, commit.tree, limits)) {
      paths.add(path)
    }
  }
  return [...paths].slice(0, mostPaths)
}

/** Newest first, without merges. */
async function readLastCommits(objects: GitObjects, head: string): Promise<CommitObject[]> {
  const found: CommitObject[] = []
  for await (const commit of walkCommits(objects, [head], { mostCommits })) {
    if (commit.parents.length < 2) found.push(commit)
    if (found.length === lastCommits) break
  }
  return found
}

async function readUncommitted(
  objects: GitObjects,
  head: string,
  { gitDir, root }: { readonly gitDir: string; readonly root: string },
  limits: ComparisonLimits,
): Promise<string[]> {
  const file = join(gitDir, 'index')
  const indexMtimeMs = await mtimeOf(file)
  const index = await readIndex(file, head.length / 2)
  const tree = (await readCommit(objects, head))?.tree
  if (!index || tree === undefined) return []
  const staged = await compareWithIndex(objects, tree, index, limits)
  const unstaged = await compareWithWorkTree(root, index, indexMtimeMs, limits)
  return [...new Set([...staged, ...unstaged])].sort().slice(0, mostPaths)
}

/** Checking the clock for each entry would take as long as the files do. */
const entriesAtOnce = 50

async function compareWithWorkTree(
  root: string,
  { entries }: IndexFile,
  indexMtimeMs: number,
  limits: ComparisonLimits,
): Promise<string[]> {
  const paths: string[] = []
  for (const [at, entry] of entries.entries()) {
    if (at % entriesAtOnce === 0) {
      await yieldToEventLoop()
      if (isDone(paths.length, limits)) break
    }
    if (paths.length >= mostPaths) break
    const { path, mode, isUnwatched, stage } = entry
    if (isUnwatched || isFolderMode(mode) || isSubmoduleMode(mode) || !isInside(path)) continue
    const state = stage > 0 ? 'changed' : stateOf(root, entry, indexMtimeMs)
    if (state === 'same') continue
    if (state !== 'touched' || !(await hasStagedContent(root, entry))) paths.push(path)
  }
  return paths
}

async function compareWithIndex(
  objects: GitObjects,
  tree: string,
  { entries, trees }: IndexFile,
  limits: ComparisonLimits,
): Promise<string[]> {
  const paths = new Set<string>()
  await compare('', tree, 0, entries.length)
  return [...paths].slice(0, limits.mostPaths)

  /** Compares the entries from `start` to `end`, all in the folder. */
  async function compare(folder: string, id: string | undefined, start: number, end: number) {
    if ((id !== undefined && trees.get(folder) === id) || isDone(paths.size, limits)) return
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
        await compare(`${path}/`, subtreeOf(was), at, next)
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
