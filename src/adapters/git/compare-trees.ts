/** Compares two trees of a repository. */
import { yieldToEventLoop } from '../../core/jobs/yield-to-event-loop.ts'
import { isFolderMode, isSubmoduleMode, readTree, type TreeEntry } from './commits.ts'
import type { GitObjects } from './objects.ts'

export interface ComparisonLimits {
  readonly mostPaths: number
  /** If true, the comparison ends with what it has found. */
  readonly isLate?: () => boolean
}

export interface TreeChange {
  readonly path: string
  readonly was: TreeEntry | undefined
  readonly is: TreeEntry | undefined
}

/**
 * Lists the files that differ, without submodules.
 * @param after undefined stands for nothing, as before the first commit
 */
export async function compareTrees(
  objects: GitObjects,
  before: string | undefined,
  after: string | undefined,
  limits: ComparisonLimits,
): Promise<TreeChange[]> {
  const changes: TreeChange[] = []
  await compare('', before, after)
  return changes

  async function compare(folder: string, one: string | undefined, other: string | undefined) {
    if (one === other || isDone(changes.length, limits)) return
    await yieldToEventLoop()
    const old = (await readTree(objects, one)) ?? new Map<string, TreeEntry>()
    const now = (await readTree(objects, other)) ?? new Map<string, TreeEntry>()
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      const [was, is] = [old.get(name), now.get(name)]
      if (was?.id === is?.id && was?.mode === is?.mode) continue
      const path = folder + name
      if ([was, is].some((entry) => entry && isFileMode(entry.mode))) add({ path, was, is })
      if (hasFolder(was) || hasFolder(is)) await compare(`${path}/`, subtreeOf(was), subtreeOf(is))
    }
  }

  function add(change: TreeChange) {
    if (changes.length < limits.mostPaths) changes.push(change)
  }
}

/** Returns a function that says whether the time is over. */
export function lateAfter(ms: number): () => boolean {
  const giveUpAt = performance.now() + ms
  return () => performance.now() > giveUpAt
}

export function isDone(found: number, { mostPaths, isLate }: ComparisonLimits): boolean {
  return found >= mostPaths || (isLate?.() ?? false)
}

export const isFileMode = (mode: number) => !isFolderMode(mode) && !isSubmoduleMode(mode)
export const hasFolder = (entry: TreeEntry | undefined) =>
  entry !== undefined && isFolderMode(entry.mode)
export const subtreeOf = (entry: TreeEntry | undefined) =>
  entry && isFolderMode(entry.mode) ? entry.id : undefined
