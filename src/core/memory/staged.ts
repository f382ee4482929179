/**
 * What a session on a branch learned about the code is given on that branch; elsewhere once its work
 * is part of what is checked out. Read from git each time: nothing is marked as merged.
 */
import type { MemoryKind } from '../../contract/vocabulary.ts'
import { type BranchPoint, sharedBranches } from '../model/branch.ts'
import type { Memory } from '../model/memory.ts'
import type { History } from '../ports/history.ts'
import type { ReadBranchStates } from '../ports/repository.ts'
import { filesIn } from '../text/names.ts'
import { quoteName } from '../text/safe-text.ts'

export interface StagedPorts {
  readonly history: Pick<History, 'learnedAt'>
  readonly readBranchStates: ReadBranchStates
}

/** Where a memory was learned that does not apply here. */
export interface Staged {
  readonly branch: string
  /** And it was merged nowhere. */
  readonly isDeleted: boolean
}

/**
 * @param folder the work tree at hand; where it is unknown, nothing is staged
 * @returns by id, those of the memories that are staged elsewhere
 */
export async function findStaged(
  memories: readonly Memory[],
  folder: string | undefined,
  { history, readBranchStates }: StagedPorts,
): Promise<ReadonlyMap<string, Staged>> {
  const bound = memories.filter(isBound).map(({ id }) => id)
  if (folder === undefined || bound.length === 0) return new Map()
  const learned = [...(await history.learnedAt(bound))].flatMap(([id, sources]) => {
    const points = sources.filter(isOnOwnBranch)
    return points.length === sources.length ? [{ id, points }] : []
  })
  if (learned.length === 0) return new Map()
  const all = [
    ...new Map(learned.flatMap(({ points }) => points.map((each) => [keyOf(each), each]))),
  ]
  const states = await readBranchStates(
    folder,
    all.map(([, point]) => point),
  )
  const stateOf = new Map(all.map(([key], at) => [key, states[at] ?? 'here']))
  return new Map(
    learned.flatMap(({ id, points }) => {
      const found = points.map((point) => ({ ...point, state: stateOf.get(keyOf(point)) }))
      if (found.some(({ state }) => state === 'here')) return []
      const present = found.find(({ state }) => state === 'elsewhere')
      const { branch } = present ?? (found[0] as BranchPoint)
      return [[id, { branch, isDeleted: present === undefined }]]
    }),
  )
}

const keyOf = ({ branch, commit }: BranchPoint) => `${commit} ${branch}`

const isOnOwnBranch = (point: BranchPoint | undefined): point is BranchPoint =>
  point !== undefined && !sharedBranches.has(point.branch)

/** Those of other kinds are about people, tools and the outside. */
const kindsAboutCode: ReadonlySet<MemoryKind> = new Set([
  'decision',
  'fact',
  'fix',
  'workaround',
  'procedure',
])

/** `toCents`, `max_retries`, `close()`; not `GitHub`, `macOS` or `DATABASE_URL`. */
const codeName = /\b(?:[a-z]{2,}[A-Z][a-z]\w*|[a-z]+_[a-z]\w*|[A-Za-z]\w*\(\))/

/** A decision is about the code that follows from it. Anything else is, if it names some. */
function isBound({ scope, kind, pinned, files, content }: Memory): boolean {
  if (scope !== 'project' || pinned || !kindsAboutCode.has(kind)) return false
  const namesCode = files.length > 0 || filesIn(content).length > 0 || codeName.test(content)
  return kind === 'decision' || namesCode
}

export function describeStaged({ branch, isDeleted }: Staged): string {
  const name = quoteName(branch)
  return isDeleted
    ? `learned on ${name}, which was deleted and never merged`
    : `learned on ${name}, which is not merged here`
}
