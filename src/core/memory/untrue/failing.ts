/**
 * Memories whose checks fail in the current work tree: what they say about its files was true and no
 * longer is. Checked each time they are about to be given.
 */
import { type HeldCheck, isAboutFile, type MemoryCheck } from '../../model/check.ts'
import type { Hash } from '../../model/content-key.ts'
import type { Memory } from '../../model/memory.ts'
import type { RunChecks } from '../../ports/repository.ts'
import type { ReviewStore } from '../../ports/review-store.ts'
import { quoteName } from '../../text/safe-text.ts'
import { reviewKey } from '../dropped-candidates.ts'
import { lookInWorkTrees, type WorkTreePorts } from './work-trees.ts'

export interface FailingPorts {
  readonly reviews: Pick<ReviewStore, 'checks' | 'decidedKeys'>
  readonly runMemoryChecks: RunChecks
  readonly hash: Hash
}

type Checked = Pick<
  Memory,
  'id' | 'version' | 'lastUsedAt' | 'scope' | 'scopeId' | 'kind' | 'pinned'
>

export interface Failing {
  /** "src/a.ts is gone" */
  readonly why: string
  /** If false, only files it is about changed, and it may still be true. */
  readonly isUntrue: boolean
}

/** @param folder the current work tree; if undefined, nothing fails */
export async function findFailing(
  memories: readonly Checked[],
  folder: string | undefined,
  ports: FailingPorts,
): Promise<ReadonlyMap<string, Failing>> {
  const wanted = memories.filter(mayBeChecked)
  if (folder === undefined || wanted.length === 0) return new Map()
  const checks = await ports.reviews.checks(wanted.map(({ id }) => id))
  return withoutKept(wanted, await run(wanted, checks, folder, ports), ports)
}

export async function findFailingInProjects(
  memories: readonly Checked[],
  folder: string | undefined,
  ports: FailingPorts & WorkTreePorts,
): Promise<ReadonlyMap<string, Failing>> {
  const wanted = memories.filter(mayBeChecked)
  const checks = await ports.reviews.checks(wanted.map(({ id }) => id))
  const found = await lookInWorkTrees(
    wanted.filter(({ id }) => checks.has(id)),
    ({ scopeId }) => scopeId,
    folder,
    ports,
    (ofProject, root) => run(ofProject, checks, root, ports),
  )
  return withoutKept(wanted, found, ports)
}

/** Pinned memories are given as long as they are pinned. */
export const mayBeChecked = ({ scope, pinned }: Pick<Memory, 'scope' | 'pinned'>) =>
  scope === 'project' && !pinned

async function run(
  memories: readonly Checked[],
  checks: ReadonlyMap<string, readonly HeldCheck[]>,
  folder: string,
  { runMemoryChecks }: FailingPorts,
): Promise<Map<string, Failing>> {
  const all = memories.flatMap((memory) =>
    (checks.get(memory.id) ?? []).map((check) => ({ memory, check })),
  )
  if (all.length === 0) return new Map()
  const outcomes = await runMemoryChecks(
    folder,
    all.map(({ check }) => check),
  )
  const failing = all.filter(
    ({ check }, at) => outcomes[at] === 'fails' || ('isRewritten' in check && check.isRewritten),
  )
  const gone = new Set(all.flatMap(({ check }, at) => (outcomes[at] === 'fails' ? [check] : [])))
  const isGone = (check: MemoryCheck) => gone.has(check)
  return new Map(
    [...Map.groupBy(failing, ({ memory }) => memory)].flatMap(([memory, ofMemory]) => {
      const failed = ofMemory.map(({ check }) => check)
      const all = checks.get(memory.id) ?? []
      const telling = enough(failed, all)
      if (telling.length === 0) return []
      const isUntrue = telling.some(({ kind }) => kind !== 'unchanged')
      return [[memory.id, { why: describeFailures(telling, isGone), isUntrue }] as const]
    }),
  )
}

/** One file of many means little; half of them do. */
function enough(failing: readonly HeldCheck[], all: readonly HeldCheck[]): MemoryCheck[] {
  const count = (checks: readonly MemoryCheck[], wanted: MemoryCheck['kind']) =>
    checks.filter(({ kind }) => kind === wanted).length
  const isHalf = ({ kind }: MemoryCheck) => count(failing, kind) >= count(all, kind) / 2
  return failing.filter((each) => !isAboutFile(each) || each.isByHand || isHalf(each))
}

/** The user kept these in review: their checks are dropped. */
async function withoutKept(
  memories: readonly Checked[],
  failing: Map<string, Failing>,
  { reviews, hash }: FailingPorts,
): Promise<ReadonlyMap<string, Failing>> {
  if (failing.size === 0) return failing
  const decided = await reviews.decidedKeys()
  for (const memory of memories) {
    if (failing.has(memory.id) && decided.has(reviewKey('stale', [memory], hash))) {
      failing.delete(memory.id)
    }
  }
  return failing
}

const mostNamed = 3

/** "package.json has no script build any more and src/a.ts is gone" */
function describeFailures(
  failing: readonly MemoryCheck[],
  isGone: (check: MemoryCheck) => boolean,
): string {
  const files = failing.filter(isAboutFile)
  const pathsOf = (checks: readonly MemoryCheck[]) => [
    ...new Set(checks.flatMap((each) => ('path' in each ? [each.path] : []))),
  ]
  return [
    ...failing.flatMap((each) => describeFailure(each) ?? []),
    ...describeFiles(pathsOf(files.filter(isGone)), 'is gone', 'are gone'),
    ...describeFiles(
      pathsOf(files.filter((each) => !isGone(each))),
      'was rewritten',
      'were rewritten',
    ),
  ].join(' and ')
}

/** Undefined for files, which are listed together. */
function describeFailure(check: MemoryCheck): string | undefined {
  switch (check.kind) {
    case 'file':
    case 'unchanged':
      return undefined
    case 'text':
      return `${quoteName(check.path)} does not contain ${quoteName(check.text)} any more`
    case 'script':
      return `package.json has no script ${quoteName(check.name)} any more`
    case 'version':
      return `package.json does not ask for ${quoteName(check.name)} ${check.least} any more`
    case 'ignored':
      return `.gitignore does not list ${quoteName(check.path)} any more`
  }
}

function describeFiles(files: readonly string[], one: string, several: string): string[] {
  if (files.length === 0) return []
  const named = files.slice(0, mostNamed).map(quoteName).join(', ')
  const others = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : ''
  return [`${named}${others} ${files.length === 1 ? one : several}`]
}
