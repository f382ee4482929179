/**
 * Memories whose checks fail in the work tree at hand: what they say about its files has held, and
 * does not any more. Found each time they are about to be given.
 */
import { type Check, describeFailures } from '../model/check.ts'
import type { Hash } from '../model/content-key.ts'
import type { Memory } from '../model/memory.ts'
import type { ProjectStore } from '../ports/projects.ts'
import type { RunChecks } from '../ports/repository.ts'
import type { ReviewStore } from '../ports/review-store.ts'
import { reviewKey } from './dropped-candidates.ts'
import type { ScopePorts } from './scope.ts'
import { kindsAboutCode } from './staged.ts'

export interface FailingPorts {
  readonly reviews: Pick<ReviewStore, 'checks' | 'decidedKeys'>
  readonly runChecks: RunChecks
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

export interface FailingInProjectsPorts extends FailingPorts, Pick<ScopePorts, 'projectOf'> {
  readonly projects: Pick<ProjectStore, 'find'>
}

/** Of any projects: in the work tree at hand if it is the project's, else in the project's folder. */
export async function findFailingInProjects(
  memories: readonly Checked[],
  folder: string | undefined,
  ports: FailingInProjectsPorts,
): Promise<ReadonlyMap<string, string>> {
  const wanted = memories.filter(mayBeChecked)
  const checks = await ports.reviews.checks(wanted.map(({ id }) => id))
  if (checks.size === 0) return new Map()
  const here = folder === undefined ? undefined : await ports.projectOf(folder, { register: false })
  const found = new Map<string, string>()
  const withChecks = wanted.filter(({ id }) => checks.has(id))
  for (const [id, ofProject] of Map.groupBy(withChecks, ({ scopeId }) => scopeId)) {
    const isHere = here?.kind === 'project' && here.id === id
    const root = isHere ? here.root : (await ports.projects.find(id))?.root
    if (root === undefined) continue
    for (const each of await run(ofProject, checks, root, ports)) found.set(...each)
  }
  return withoutKept(wanted, found, ports)
}

/** What is pinned is given as long as it is. */
export const mayBeChecked = ({ scope, pinned }: Pick<Memory, 'scope' | 'pinned'>) =>
  scope === 'project' && !pinned

async function run(
  memories: readonly Checked[],
  checks: ReadonlyMap<string, readonly Check[]>,
  folder: string,
  { runChecks }: FailingPorts,
): Promise<Map<string, string>> {
  const all = memories.flatMap((memory) =>
    (checks.get(memory.id) ?? []).map((check) => ({ memory, check })),
  )
  if (all.length === 0) return new Map()
  const outcomes = await runChecks(
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

const asGone = (check: Check): Check =>
  check.kind === 'file' ? { kind: 'file', path: check.path } : check

/** One file of many says little; half of them do. */
function enough(failing: readonly Check[], all: readonly Check[]): Check[] {
  const isFile = ({ kind }: Check) => kind === 'file'
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

export const failingOf = (id: string, failing: ReadonlyMap<string, string>) => {
  const failed = failing.get(id)
  return failed === undefined ? {} : { failing: failed }
}
