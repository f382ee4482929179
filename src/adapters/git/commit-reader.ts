/** Reads a repository's history: single commits, and the way to their ancestors. */
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

/** About 10,000 commits. In a longer history, the oldest one reached is good enough. */
const longestWalkMs = 250
/** Clocks differ between machines, so a commit may look older than its parent. */
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
  /** Its length is the length of ids; without it, the repository's configuration decides. */
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

/** Walks to the root or to the end of a shallow clone. */
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

/** Verifies the hash. Git does not when it reads, and an id by itself proves nothing. */
async function readVerified(objects: GitObjects, id: string): Promise<boolean> {
  const found = await objects.read(id)
  return found?.kind === 'commit' && objectId('commit', found.content, id.length / 2) === id
}

/** By default, git merges at most 66. */
const mostParents = 64

interface InternalWalkOptions extends WalkOptions {
  /** Called if the history continues but cannot be followed. */
  readonly onCutOff?: () => void
}

/**
 * Yields commits, newest first, by commit date. A commit waits until everything found so far is
 * older. Excluded commits spread to their ancestors in the same walk; an ancestor with a wrong date
 * may come first, and is then included.
 */
export async function* walkCommits(
  objects: GitObjects,
  heads: readonly string[],
  { except = [], mostCommits = 200_000, onCutOff }: InternalWalkOptions = {},
): AsyncGenerator<CommitObject> {
  const isLeftOut = new Map<string, boolean>()
  /** The newest is last. */
  const waiting: CommitObject[] = []
  const wanted = new Set<string>()

  async function visit(id: string, leaveOut: boolean): Promise<boolean> {
    const before = isLeftOut.get(id)
    if (before === true || before === leaveOut) return true
    if (before === undefined && isLeftOut.size >= mostCommits) return false
    isLeftOut.set(id, leaveOut)
    // It was waiting; exclude it now.
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

/** Its place before newer commits. */
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

/** In a commit of thousands of files, each one means little. */
const longestComparisonMs = 100

async function readChangedFiles(
  objects: GitObjects,
  { tree, parents: [parent, ...others] }: CommitObject,
  mostPaths: number,
): Promise<string[]> {
  if (others.length > 0) return []
  const before = parent === undefined ? undefined : await readCommit(objects, parent)
  // At the end of a shallow clone, everything would look new.
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

/** Infinite if there are none, which ends the walk. */
const oldestOf = (commits: ReadonlyMap<string, Commit>) =>
  Math.min(...Array.from(commits.values(), ({ committedAt }) => committedAt.getTime()))
