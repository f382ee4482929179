/**
 * Decides from git's files whether what was learned on a branch applies to a work tree. A merge
 * keeps the commits; a squash or a rebase replaces them by others with the same change.
 */
import { join } from 'node:path'
import type { BranchPoint, BranchState } from '../../core/model/branch.ts'
import type { ReadBranchStates } from '../../core/ports/repository.ts'
import { type Ancestors, type Ancestry, createAncestry, UnknownHistory } from './ancestry.ts'
import { entryKind, findGitPlace, neverInBranch, readHead } from './git-dir.ts'
import { type GitObjects, openObjects } from './objects.ts'
import { type Branches, lastTip, readBranches, sharedTips } from './refs.ts'
import { changeBetween, isMadeAgain, type OpenHistory, type WorkChange } from './same-change.ts'

/** About 100 ms of processor time. */
const mostCommits = 2_000
/** A few hundred bytes each. */
const mostRemembered = 10_000
/** With more branches, we do not check whether one contains a deleted branch's work. */
const mostBranches = 500

export const readBranchStates: ReadBranchStates = async (folder, points) => {
  const states = points.map((): BranchState => 'here')
  try {
    const place = await findGitPlace(folder)
    if (!place) return states
    const { gitDir, commonDir } = place
    const head = await readHead(gitDir, commonDir)
    const isOther = ({ branch }: BranchPoint) =>
      branch !== head.branch && !neverInBranch.test(branch)
    // A shallow clone's history ends before the work it contains.
    const isShallow = (await entryKind(join(commonDir, 'shallow'))) === 'file'
    if (head.commit === undefined || isShallow || !points.some(isOther)) return states
    const idBytes = head.commit.length / 2
    const objects = remembering(openObjects(join(commonDir, 'objects'), { idBytes }))
    try {
      const open = { objects, ancestry: createAncestry(objects, mostCommits) }
      const branches = await readBranches(commonDir)
      const here = open.ancestry.historyOf([head.commit])
      for (const [at, point] of points.entries()) {
        if (!isOther(point)) continue
        const state = readState(point, here, { branches, commonDir }, open)
        states[at] = await state.catch(hereIfUnknown)
      }
    } finally {
      objects.close()
    }
  } catch {
    // It vanished or changed while we read it.
  }
  return states
}

/** Caches, because commits and trees are read again for each point. */
function remembering(objects: GitObjects): GitObjects {
  const known = new Map<string, ReturnType<GitObjects['read']>>()
  return {
    ...objects,
    async read(id) {
      const remembered = known.get(id)
      if (remembered) return remembered
      const found = objects.read(id)
      const object = await found
      if (object && object.kind !== 'blob' && known.size < mostRemembered) known.set(id, found)
      return object
    },
  }
}

function hereIfUnknown(error: unknown): BranchState {
  if (error instanceof UnknownHistory) return 'here'
  throw error
}

interface BranchFiles {
  readonly branches: Branches
  readonly commonDir: string
}

async function readState(
  { branch, commit }: BranchPoint,
  here: Ancestors,
  { branches, commonDir }: BranchFiles,
  open: OpenHistory,
): Promise<BranchState> {
  const { ancestry } = open
  if (branch === branches.byDefault) return 'here'
  const present = branches.tipsOf(branch)
  const tips = present.length > 0 ? present : [(await lastTip(commonDir, branch)) ?? commit]
  const shared = sharedTips(branches)
  const lines = await Promise.all(shared.map((tip) => ancestry.lineOf(tip, commit)))
  const sharedCommits = new Set(lines.flat())
  const works = await Promise.all(tips.map((tip) => findWork(tip, commit, sharedCommits, ancestry)))
  for (const { first, ends } of works) {
    if ((await here.has(first)) || (await isIncluded(ends, here, open))) return 'here'
  }
  if (present.length > 0) return 'elsewhere'
  const others = branches.all()
  if (others.length > mostBranches) throw new UnknownHistory()
  const elsewhere = ancestry.historyOf(others)
  const inShared = ancestry.historyOf(shared)
  for (const { first, ends } of works) {
    const isKept = (await elsewhere.has(first)) || (await isIncluded(ends, inShared, open))
    if (isKept) return 'elsewhere'
  }
  return 'deleted'
}

interface Work {
  /** The first commit with the work. */
  readonly first: string
  /** The last commits that a squash or rebase may have included, newest first. */
  readonly ends: readonly string[]
}

const mostEnds = 50

/**
 * Finds the commits to which a memory belongs: those of its branch from the commit at which it was
 * learned or, if the branch had no commits yet, from the next one.
 */
async function findWork(
  tip: string,
  learnedAt: string,
  shared: ReadonlySet<string>,
  ancestry: Ancestry,
): Promise<Work> {
  const line = await ancestry.lineOf(tip, learnedAt)
  const isOwn = !shared.has(learnedAt)
  const start = isOwn
    ? line.indexOf(learnedAt) + 1
    : line.findIndex((id) => id === learnedAt || shared.has(id))
  const own = line.slice(0, start < 0 ? undefined : start)
  const isRewritten = isOwn && start === 0
  const first = isRewritten ? learnedAt : (own.at(-1) ?? tip)
  const ends = isRewritten || own.length > mostEnds ? [tip, first] : own
  return { first, ends: [...new Set(ends)] }
}

/** Whether a history contains the work up to one of these commits, squashed or rebased. */
async function isIncluded(
  ends: readonly string[],
  history: Ancestors,
  open: OpenHistory,
): Promise<boolean> {
  const changes: (WorkChange | undefined)[] = []
  const bases = new Set<string>()
  for (const end of ends) {
    const base = await history.newestOf(end)
    if (base === undefined) continue
    bases.add(base)
    const { parents } = await open.ancestry.commit(end)
    const isOneOfSeveral = parents.length === 1 && parents[0] !== base
    changes.push(await changeBetween(base, end, open))
    if (isOneOfSeveral) changes.push(await changeBetween(parents[0], end, open))
  }
  const made = changes.filter((change) => change !== undefined)
  const since = await Promise.all([...bases].map((base) => history.since(base)))
  return isMadeAgain(made, [...new Set(since.flat())], open)
}
