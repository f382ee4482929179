/** Whether commits repeat the change of others, as after a squash or rebase. */
import type { Ancestry } from './ancestry.ts'
import { compareTrees, type TreeChange } from './compare-trees.ts'
import type { GitObjects } from './objects.ts'

/** The files that a piece of work changed; never empty. */
export type WorkChange = ReadonlyMap<string, TreeChange>

/** Larger pieces of work are not recognised. */
const mostFiles = 300
const mostCandidates = 1_000

/**
 * @param before the commit at which the work started
 * @returns undefined if nothing changed, or too much to compare
 */
export async function changeBetween(
  before: string | undefined,
  after: string,
  { ancestry, objects }: OpenHistory,
): Promise<WorkChange | undefined> {
  const old = before === undefined ? undefined : (await ancestry.commit(before)).tree
  const { tree } = await ancestry.commit(after)
  const changes = await compareTrees(objects, old, tree, { mostPaths: mostFiles + 1 })
  const isComparable = changes.length > 0 && changes.length <= mostFiles
  return isComparable ? new Map(changes.map((change) => [change.path, change])) : undefined
}

export interface OpenHistory {
  readonly objects: GitObjects
  readonly ancestry: Ancestry
}

/**
 * Whether one of these commits made the same line changes to the same files, wherever the lines are
 * now.
 */
export async function isMadeAgain(
  changes: readonly WorkChange[],
  candidates: readonly string[],
  open: OpenHistory,
): Promise<boolean> {
  if (changes.length === 0) return false
  const most = Math.max(...changes.map(({ size }) => size))
  for (const id of candidates.slice(0, mostCandidates)) {
    const { tree, parents } = await open.ancestry.commit(id)
    if (parents.length !== 1) continue
    const before = (await open.ancestry.commit(parents[0] as string)).tree
    const made = await compareTrees(open.objects, before, tree, { mostPaths: most + 1 })
    for (const change of changes) if (await isSame(change, made, open.objects)) return true
  }
  return false
}

async function isSame(
  change: WorkChange,
  made: readonly TreeChange[],
  objects: GitObjects,
): Promise<boolean> {
  if (made.length !== change.size || !made.every(({ path }) => change.has(path))) return false
  for (const other of made) {
    const one = change.get(other.path)
    if (one?.is?.id === other.is?.id) continue
    if (!one || !(await isSameInLines(one, other, objects))) return false
  }
  return true
}

async function isSameInLines(
  one: TreeChange,
  other: TreeChange,
  objects: GitObjects,
): Promise<boolean> {
  const [lines, others] = [await lineCounts(one, objects), await lineCounts(other, objects)]
  if (!lines || !others || lines.size === 0 || lines.size !== others.size) return false
  return [...lines].every(([line, count]) => others.get(line) === count)
}

/** How many more of each line there are than before; undefined if it is not text. */
async function lineCounts(
  { was, is }: TreeChange,
  objects: GitObjects,
): Promise<Map<string, number> | undefined> {
  const counts = new Map<string, number>()
  for (const [entry, by] of [[was, -1] as const, [is, 1] as const]) {
    const content = entry ? (await objects.read(entry.id))?.content : Buffer.alloc(0)
    if (!content || content.subarray(0, 8_000).includes(0)) return undefined
    for (const line of content.toString('utf8').split('\n')) {
      const count = (counts.get(line) ?? 0) + by
      if (count === 0) counts.delete(line)
      else counts.set(line, count)
    }
  }
  return counts
}
