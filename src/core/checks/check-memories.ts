/** Finds what the checks of memories are, and notes those that hold: only they can fail later. */
import { mayBeChecked } from '../memory/untrue/failing.ts'
import {
  type CheckOutcome,
  checkName,
  type HeldCheck,
  type MemoryCheck,
  withChosen,
} from '../model/check.ts'
import type { Memory } from '../model/memory.ts'
import type { ProjectStore } from '../ports/projects.ts'
import type { FileChange, FindChangesSince, RunChecks } from '../ports/repository.ts'
import type { ReviewStore } from '../ports/review-store.ts'
import type { Clock } from '../ports/runtime.ts'
import { checksIn } from './checks-in.ts'

export interface CheckMemoriesPorts {
  readonly reviews: Pick<ReviewStore, 'toCheck' | 'checks' | 'chosenChecks' | 'noteChecks'>
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
  const ids = memories.map(({ id }) => id)
  const root = first && (await ports.projects.find(first.scopeId))?.root
  const held = await ports.reviews.checks(ids)
  const chosen = await ports.reviews.chosenChecks(ids)
  const derived = memories.map((memory) => ({
    memory,
    checks: mayBeChecked(memory) ? withChosen(checksIn(memory), chosen.get(memory.id)) : [],
  }))
  const changes = await changesSince(root, first?.commit, derived, ports)
  const outcomes = await run(root, derived, ports)
  const now = ports.clock.now().toISOString()
  return derived.map(({ memory, checks }) => {
    const known = new Map((held.get(memory.id) ?? []).map((each) => [checkName(each), each]))
    return {
      memory,
      checks: checks.flatMap((each): HeldCheck[] => {
        const name = checkName(each)
        const change = changes.get(pathOf(each) ?? '')
        const outcome = outcomes.get(name)
        if (change === undefined && !known.has(name) && outcome !== 'holds') return []
        const isRewritten = each.kind === 'unchanged' && change === 'rewritten'
        const isFailing = isRewritten || outcome === 'fails'
        const failsSince = known.get(name)?.failsSince ?? now
        return [{ ...each, ...(isRewritten && { isRewritten }), ...(isFailing && { failsSince }) }]
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

async function run(
  root: string | undefined,
  derived: Derived,
  { runMemoryChecks }: CheckMemoriesPorts,
): Promise<ReadonlyMap<string, CheckOutcome>> {
  const all = derived.flatMap(({ checks }) => checks)
  if (root === undefined || all.length === 0) return new Map()
  const outcomes = await runMemoryChecks(root, all)
  return new Map(all.map((each, at) => [checkName(each), outcomes[at] ?? 'unknown']))
}
