/**
 * What a session on a branch learned about the code is given on that branch, and elsewhere once its
 * work is part of what is checked out. Read from git each time: nothing is marked as merged.
 */
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { type BranchPoint, sharedBranches } from '../../model/branch.ts'
import type { Memory } from '../../model/memory.ts'
import type { History } from '../../ports/history.ts'
import type { ReadBranchStates } from '../../ports/repository.ts'
import { filesIn } from '../../text/names.ts'
import { quoteName } from '../../text/safe-text.ts'
import { lookInWorkTrees, type WorkTreePorts } from './work-trees.ts'

export interface StagedPorts {
  readonly history: Pick<History, 'learnedAt'>
  readonly readBranchStates: ReadBranchStates
}

/** Where a memory was learned that does not apply here. */
export interface Staged {
  readonly branch: string
  /** It was never merged, and the branch is deleted. */
  readonly isDeleted: boolean
}

/**
 * @param folder the current work tree; if undefined, nothing is staged
 * @returns by id, the memories staged elsewhere
 */
export async function findStaged(
  memories: readonly Memory[],
  folder: string | undefined,
  ports: StagedPorts,
): Promise<ReadonlyMap<string, Staged>> {
  return folder === undefined
    ? new Map()
    : compareBranches(await learnedOnBranches(memories, ports), folder, ports)
}

export async function findStagedInProjects(
  memories: readonly Memory[],
  folder: string | undefined,
  ports: StagedPorts & WorkTreePorts,
): Promise<ReadonlyMap<string, Staged>> {
  return lookInWorkTrees(
    await learnedOnBranches(memories, ports),
    ({ projectId }) => projectId,
    folder,
    ports,
    (ofProject, root) => compareBranches(ofProject, root, ports),
  )
}

interface Learned {
  readonly id: string
  readonly projectId: string
  readonly points: readonly BranchPoint[]
}

/** Memories of which every source is a turn on a separate branch. */
async function learnedOnBranches(
  memories: readonly Memory[],
  { history }: StagedPorts,
): Promise<Learned[]> {
  const bound = memories.filter(isBound)
  if (bound.length === 0) return []
  const learnedAt = await history.learnedAt(bound.map(({ id }) => id))
  return bound.flatMap(({ id, scopeId: projectId }) => {
    const sources = learnedAt.get(id) ?? []
    const points = sources.filter(isOnOwnBranch)
    const isOnBranches = points.length > 0 && points.length === sources.length
    return isOnBranches ? [{ id, projectId, points }] : []
  })
}

async function compareBranches(
  learned: readonly Learned[],
  folder: string,
  { readBranchStates }: StagedPorts,
): Promise<Map<string, Staged>> {
  const points = new Map(learned.flatMap((each) => each.points.map((at) => [keyOf(at), at])))
  if (points.size === 0) return new Map()
  const states = await readBranchStates(folder, [...points.values()])
  const stateOf = new Map([...points.keys()].map((key, at) => [key, states[at]]))
  return new Map(
    learned.flatMap(({ id, points: [first, ...others] }) => {
      if (!first) return []
      const found = [first, ...others].map((at) => ({ ...at, state: stateOf.get(keyOf(at)) }))
      if (found.some(({ state }) => state === 'here')) return []
      const present = found.find(({ state }) => state === 'elsewhere')
      const { branch } = present ?? first
      return [[id, { branch, isDeleted: present === undefined }]]
    }),
  )
}

const keyOf = ({ branch, commit }: BranchPoint) => `${commit} ${branch}`

const isOnOwnBranch = (point: BranchPoint | undefined): point is BranchPoint =>
  point !== undefined && !sharedBranches.has(point.branch)

/** Other kinds are about people, tools and the outside world. */
const kindsAboutCode: ReadonlySet<MemoryKind> = new Set([
  'decision',
  'fact',
  'fix',
  'workaround',
  'procedure',
])

/** Decides without reading the text. */
export function mayBeBound({ scope, kind, pinned }: Pick<Memory, 'scope' | 'kind' | 'pinned'>) {
  return scope === 'project' && !pinned && kindsAboutCode.has(kind)
}

/** `toCents`, `max_retries`, `close()`; but not `GitHub`, `macOS` or `DATABASE_URL`. */
const codeName = /\b(?:[a-z]{2,}[A-Z][a-z]\w*|[a-z]+_[a-z]\w*|[A-Za-z]\w*\(\))/

/** A decision is about the code that follows from it. Other kinds are, if they name code. */
function isBound({ files, content, ...memory }: Memory): boolean {
  if (!mayBeBound(memory)) return false
  const { kind } = memory
  const namesCode = files.length > 0 || filesIn(content).length > 0 || codeName.test(content)
  return kind === 'decision' || namesCode
}

export function describeStaged({ branch, isDeleted }: Staged): string {
  const name = quoteName(branch)
  return isDeleted
    ? `learned on ${name}, which was deleted and never merged`
    : `learned on ${name}, which is not merged here`
}
