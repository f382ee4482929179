/** Reads the history of a repository: single commits, and the way from one to its ancestors. */
import { join } from 'node:path'
import { yieldToEventLoop } from '../../core/jobs/yield-to-event-loop.ts'
import type { Commit, CommitReader, WalkOptions } from '../../core/ports/repository.ts'
import { type CommitObject, readCommit } from './commits.ts'
import { compareTrees, lateAfter } from './compare-trees.ts'
import { findFormerChanges } from './last-changes.ts'
import { type GitObjects, openObjects } from './objects.ts'
import { readBranches, sharedTips } from './refs.ts'
import { readIdBytes } from './repository.ts'
import { objectId } from './work-tree.ts'

/** About 10,000 commits; of a longer history, the oldest one reached serves as well. */
const longestWalkMs = 250
/** Commits are dated by their machines' clocks, so one can seem older than its parent. */
const mostClockSkewMs = 7 * 24 * 60 * 60_000

export function createCommitReader(): CommitReader {
  return {
    async holdsAny(commonDir, ids) {
      return withObjects(commonDir, { id: ids[0], isOwnOnly: true }, async (objects) => {
        for (const id of ids) if (await readVerified(objects, id)) return true
        return false
      })
    },
    async oldest(commonDir, head) {
      return withObjects(commonDir, { id: head, isOwnOnly: true }, async (objects) => {
        const oldest = await walkFirstParents(objects, head)
        return oldest && (await readVerified(objects, oldest)) ? oldest : undefined
      })
    },
    async read(commonDir, id) {
      return withObjects(commonDir, {}, (objects) =>
        readCommit(objects, objects.complete(id) ?? ''),
      )
    },
    async *walk(commonDir, head, options) {
      const objects = openObjects(join(commonDir, 'objects'), { idBytes: head.length / 2 })
      try {
        yield* walkCommits(objects, [head], options)
      } catch {
        // It vanished or changed while we read it.
      } finally {
        objects.close()
      }
    },
    async changedFiles(commonDir, ids, limit) {
      const found = await withObjects(commonDir, { id: ids[0] }, async (objects) => {
        const files = new Map<string, readonly string[]>()
        for (const id of ids) {
          const commit = await readCommit(objects, id)
          if (commit) files.set(id, await readChangedFiles(objects, commit, limit))
        }
        return files
      })
      return found ?? new Map()
    },
    async formerChanges(commonDir, id, files) {
      const isLate = lateAfter(longestWalkMs)
      const found = await withObjects(commonDir, { id }, (objects) =>
        findFormerChanges(objects, id, files, isLate),
      )
      return found ?? new Map()
    },
    async sharedTips(commonDir) {
      try {
        const branches = await readBranches(commonDir)
        const tips = sharedTips(branches)
        const all = branches.all()
        return tips.length === 0 && all.length === 1 ? all : tips
      } catch {
        // It vanished or changed while we read it.
        return []
      }
    },
    async findAncestors(commonDir, head, ids) {
      const found = await withObjects(commonDir, { id: head }, (objects) =>
        findAncestors(objects, head, ids),
      )
      return found ?? new Map()
    },
  }
}

interface OpenOptions {
  /** Tells how long ids are; without it the repository's configuration does. */
  readonly id?: string | undefined
  readonly isOwnOnly?: boolean
}

async function withObjects<Result>(
  commonDir: string,
  { id, isOwnOnly }: OpenOptions,
  work: (objects: GitObjects) => Promise<Result>,
): Promise<Result | undefined> {
  const idBytes = id === undefined ? await readIdBytes(commonDir) : id.length / 2
  const objects = openObjects(join(commonDir, 'objects'), { idBytes, isOwnOnly })
  try {
    return await work(objects)
  } catch {
    // It vanished or changed while we read it.
    return undefined
  } finally {
    objects.close()
  }
}

/** As far as there are any: to the root, or to where a shallow clone ends. */
async function walkFirstParents(objects: GitObjects, head: string): Promise<string | undefined> {
  const isLate = lateAfter(longestWalkMs)
  let oldest: string | undefined
  for (let id: string | undefined = head; id !== undefined && !isLate(); ) {
    await yieldToEventLoop()
    const commit = await readCommit(objects, id)
    if (!commit) break
    oldest = id
    id = commit.parents[0]
  }
  return oldest
}

/** Git itself does not check when it reads; an id alone may be known to anybody. */
async function readVerified(objects: GitObjects, id: string): Promise<boolean> {
  const found = await objects.read(id)
  return found?.kind === 'commit' && objectId('commit', found.content, id.length / 2) === id
}

/** Git merges up to 66 at once when asked nicely. */
const mostParents = 64

interface InternalWalkOptions extends WalkOptions {
  /** Called when the history goes on, but cannot be followed. */
  readonly onCutOff?: () => void
}

/**
 * Newest first, by the date of the commit. A commit waits until all that were found so far are
 * older. Those left out spread to their ancestors on the same way; one with a wrong date may come
 * first, and is then not left out.
 */
export async function* walkCommits(
  objects: GitObjects,
  heads: readonly string[],
  { except = [], mostCommits = 200_000, onCutOff }: InternalWalkOptions = {},
): AsyncGenerator<CommitObject> {
  const isLeftOut = new Map<string, boolean>()
  /** The newest is the last. */
  const waiting: CommitObject[] = []
  const wanted = new Set<string>()

  async function visit(id: string, leaveOut: boolean): Promise<boolean> {
    const before = isLeftOut.get(id)
    if (before === true || before === leaveOut) return true
    if (before === undefined && isLeftOut.size >= mostCommits) return false
    isLeftOut.set(id, leaveOut)
    // It waits already, now to be left out.
    if (wanted.delete(id)) return true
    const commit = await readCommit(objects, id)
    if (!commit) return false
    if (!leaveOut) wanted.add(id)
    waiting.splice(placeOf(commit, waiting), 0, commit)
    return true
  }

  for (const id of except) await visit(id, true)
  for (const id of heads) if (!(await visit(id, false))) onCutOff?.()
  while (wanted.size > 0) {
    await yieldToEventLoop()
    const commit = waiting.pop() as CommitObject
    const leaveOut = isLeftOut.get(commit.id) === true
    if (wanted.delete(commit.id)) yield commit
    for (const parent of commit.parents.slice(0, mostParents)) {
      if (!(await visit(parent, leaveOut)) && !leaveOut) onCutOff?.()
    }
  }
}

/** Before those that are newer. */
function placeOf(commit: CommitObject, waiting: readonly CommitObject[]): number {
  let low = 0
  let high = waiting.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((waiting[middle] as CommitObject).committedAt < commit.committedAt) low = middle + 1
    else high = middle
  }
  return low
}

/** A commit of thousands of files says little about each. */
const longestComparisonMs = 100

async function readChangedFiles(
  objects: GitObjects,
  { tree, parents: [parent, ...others] }: CommitObject,
  mostPaths: number,
): Promise<string[]> {
  if (others.length > 0) return []
  const before = parent === undefined ? undefined : await readCommit(objects, parent)
  // At the edge of a shallow clone everything would seem new.
  if (parent !== undefined && !before) return []
  const limits = { mostPaths, isLate: lateAfter(longestComparisonMs) }
  const changes = await compareTrees(objects, before?.tree, tree, limits)
  return changes.map(({ path }) => path)
}

async function findAncestors(
  objects: GitObjects,
  head: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const sought = new Map<string, Commit>()
  for (const id of ids) {
    const commit = await readCommit(objects, id)
    if (commit) sought.set(id, commit)
  }
  const answers = new Map<string, boolean>()
  let isCutOff = false
  const onCutOff = () => {
    isCutOff = true
  }
  let oldest = oldestOf(sought)
  for await (const commit of walkCommits(objects, [head], { onCutOff })) {
    if (commit.committedAt.getTime() < oldest - mostClockSkewMs) break
    if (!sought.delete(commit.id)) continue
    answers.set(commit.id, true)
    oldest = oldestOf(sought)
  }
  if (!isCutOff) for (const id of sought.keys()) answers.set(id, false)
  return answers
}

/** Of no commits infinite, which ends the walk. */
const oldestOf = (commits: ReadonlyMap<string, Commit>) =>
  Math.min(...Array.from(commits.values(), ({ committedAt }) => committedAt.getTime()))
