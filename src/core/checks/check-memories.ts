/** Finds what the checks of memories are, and notes those that hold: only they can fail later. */
import { mayBeChecked } from '../memory/untrue/failing.ts'
import { checkName, type MemoryCheck } from '../model/check.ts'
import type { Memory } from '../model/memory.ts'
import type { ProjectStore } from '../ports/projects.ts'
import type { FileChange, FindChangesSince, RunChecks } from '../ports/repository.ts'
import type { ReviewStore } from '../ports/review-store.ts'
import type { Clock } from '../ports/runtime.ts'
import { checksIn } from './checks-in.ts'

export interface CheckMemoriesPorts {
  readonly reviews: Pick<ReviewStore, 'toCheck' | 'checks' | 'noteChecks'>
  readonly projects: Pick<ProjectStore, 'find'>
  readonly findChangesSince: FindChangesSince
  readonly runMemoryChecks: RunChecks
  readonly clock: Clock
}

/** Each distinct commit takes some milliseconds to read from git's objects. */
const mostAtOnce = 200

/** Checks one batch: the memories whose last check is the longest ago. */
export async function checkMemories(ports: CheckMemoriesPorts, signal: AbortSignal): Promise<void> {
  const memories = await ports.reviews.toCheck(mostAtOnce)
  const byCommit = Map.groupBy(memories, ({ scopeId, commit = '' }) => `${scopeId} ${commit}`)
  for (const ofCommit of byCommit.values()) {
    if (signal.aborted) return
    const checked = await check(ofCommit, ports)
    await ports.reviews.noteChecks(checked, ports.clock.now().toISOString())
  }
}

/** All of one project, learned at one commit. */
async function check(memories: readonly Memory[], ports: CheckMemoriesPorts) {
  const [first] = memories
  const root = first && (await ports.projects.find(first.scopeId))?.root
  const held = await ports.reviews.checks(memories.map(({ id }) => id))
  const derived = memories.map((memory) => ({
    memory,
    checks: mayBeChecked(memory) ? checksIn(memory) : [],
  }))
  const changes = await changesSince(root, first?.commit, derived, ports)
  const holding = await findHolding(root, derived, ports)
  return derived.map(({ memory, checks }) => {
    const known = new Set((held.get(memory.id) ?? []).map(checkName))
    return {
      memory,
      checks: checks.flatMap((each): MemoryCheck[] => {
        const name = checkName(each)
        const change = changes.get(pathOf(each) ?? '')
        if (change === undefined) return known.has(name) || holding.has(name) ? [each] : []
        const isRewritten = each.kind === 'unchanged' && change === 'rewritten'
        return [isRewritten ? { ...each, isRewritten } : each]
      }),
    }
  })
}

const pathOf = (check: MemoryCheck) =>
  check.kind === 'file' || check.kind === 'unchanged' ? check.path : undefined

type Derived = readonly { readonly memory: Memory; readonly checks: readonly MemoryCheck[] }[]

/** Files of the commit that are gone or rewritten; they held when it was learned. */
async function changesSince(
  root: string | undefined,
  commit: string | undefined,
  derived: Derived,
  { findChangesSince }: CheckMemoriesPorts,
): Promise<ReadonlyMap<string, FileChange['change']>> {
  if (root === undefined || commit === undefined) return new Map()
  const files = derived.flatMap(({ checks }) => checks.flatMap((each) => pathOf(each) ?? []))
  const changes = (await findChangesSince(root, commit, [...new Set(files)])) ?? []
  return new Map(changes.map(({ file, change }) => [file, change]))
}

async function findHolding(
  root: string | undefined,
  derived: Derived,
  { runMemoryChecks }: CheckMemoriesPorts,
): Promise<ReadonlySet<string>> {
  const all = derived.flatMap(({ checks }) => checks)
  if (root === undefined || all.length === 0) return new Set()
  const outcomes = await runMemoryChecks(root, all)
  return new Set(all.flatMap((each, at) => (outcomes[at] === 'holds' ? [checkName(each)] : [])))
}
