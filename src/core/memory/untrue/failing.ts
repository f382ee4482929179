/**
 * Memories whose checks fail in the work tree at hand: what they say about its files has held, and
 * does not any more. Found each time they are about to be given.
 */
import type { MemoryCheck } from '../../model/check.ts'
import type { Hash } from '../../model/content-key.ts'
import type { Memory } from '../../model/memory.ts'
import type { RunChecks } from '../../ports/repository.ts'
import type { ReviewStore } from '../../ports/review-store.ts'
import { quoteName } from '../../text/safe-text.ts'
import { reviewKey } from '../dropped-candidates.ts'
import { kindsAboutCode } from './staged.ts'
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

/**
 * @param folder the work tree at hand; where it is unknown, nothing fails
 * @returns by id, what is wrong: «src/a.ts is gone»
 */
export async function findFailing(
  memories: readonly Checked[],
  folder: string | undefined,
  ports: FailingPorts,
): Promise<ReadonlyMap<string, string>> {
  const wanted = memories.filter(mayBeChecked)
  if (folder === undefined || wanted.length === 0) return new Map()
  const checks = await ports.reviews.checks(wanted.map(({ id }) => id))
  return withoutKept(wanted, await run(wanted, checks, folder, ports), ports)
}

export async function findFailingInProjects(
  memories: readonly Checked[],
  folder: string | undefined,
  ports: FailingPorts & WorkTreePorts,
): Promise<ReadonlyMap<string, string>> {
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

/** What is pinned is given as long as it is. */
export const mayBeChecked = ({ scope, pinned }: Pick<Memory, 'scope' | 'pinned'>) =>
  scope === 'project' && !pinned

async function run(
  memories: readonly Checked[],
  checks: ReadonlyMap<string, readonly MemoryCheck[]>,
  folder: string,
  { runMemoryChecks }: FailingPorts,
): Promise<Map<string, string>> {
  const all = memories.flatMap((memory) =>
    (checks.get(memory.id) ?? []).map((check) => ({ memory, check })),
  )
  if (all.length === 0) return new Map()
  const outcomes = await runMemoryChecks(
    folder,
    all.map(({ check }) => check),
  )
  const failing = all.filter(({ memory, check }, at) => {
    const isRewritten = check.kind === 'file' && check.isRewritten === true
    return outcomes[at] === 'fails' || (isRewritten && kindsAboutCode.has(memory.kind))
  })
  const gone = new Set(all.flatMap((each, at) => (outcomes[at] === 'fails' ? [each.check] : [])))
  return new Map(
    [...Map.groupBy(failing, ({ memory }) => memory.id)].flatMap(([id, ofMemory]) => {
      const failed = ofMemory.map(({ check }) => (gone.has(check) ? asGone(check) : check))
      const telling = enough(failed, checks.get(id) ?? [])
      return telling.length === 0 ? [] : [[id, describeFailures(telling)] as const]
    }),
  )
}

const asGone = (check: MemoryCheck): MemoryCheck =>
  check.kind === 'file' ? { kind: 'file', path: check.path } : check

/** One file of many says little; half of them do. */
function enough(failing: readonly MemoryCheck[], all: readonly MemoryCheck[]): MemoryCheck[] {
  const isFile = ({ kind }: MemoryCheck) => kind === 'file'
  const files = failing.filter(isFile)
  const isStale = files.length >= all.filter(isFile).length / 2
  return failing.filter((check) => isStale || !isFile(check))
}

/** The user kept them in review all the same: their checks are dropped. */
async function withoutKept(
  memories: readonly Checked[],
  failing: Map<string, string>,
  { reviews, hash }: FailingPorts,
): Promise<ReadonlyMap<string, string>> {
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

/** «src/a.ts is gone and package.json has no script build any more» */
function describeFailures(failing: readonly MemoryCheck[]): string {
  const paths = (isRewritten: boolean) =>
    failing.flatMap((each) =>
      each.kind === 'file' && (each.isRewritten ?? false) === isRewritten ? [each.path] : [],
    )
  return [
    ...failing.flatMap((each) => (each.kind === 'file' ? [] : [describeFailure(each)])),
    ...describeFiles(paths(false), 'is gone', 'are gone'),
    ...describeFiles(paths(true), 'was rewritten', 'were rewritten'),
  ].join(' and ')
}

function describeFailure(check: Exclude<MemoryCheck, { kind: 'file' }>): string {
  switch (check.kind) {
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
