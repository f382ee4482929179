/**
 * Closes memories that a program learned and that are no longer true: the user retracted them, the
 * reported problem was fixed, or the user now says otherwise. Memories that a person or an agent
 * stored or confirmed stay.
 */
import { checksOf } from '../activity/checks.ts'
import { retractsLast } from '../cues/short-lived.ts'
import { conflicts, statedIn } from '../memory/conflict.ts'
import { findSimilar } from '../memory/find-similar.ts'
import { forgetMemory } from '../memory/forget-memory.ts'
import type { Action } from '../model/host-event.ts'
import { isValid, type Memory, type ScopeAddress } from '../model/memory.ts'
import type { CapturedTurn } from '../ports/history.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { Clock } from '../ports/runtime.ts'
import type { StoreTransaction, Transact } from '../ports/store.ts'
import { promptParts } from '../provenance/prompt-parts.ts'
import { surelyTyped } from '../provenance/surely-typed.ts'
import { identifiersIn } from '../text/names.ts'
import { reportedTag } from './heuristic/judge.ts'

export interface ClosingPorts {
  readonly transaction: Transact
  readonly clock: Clock
}

/** Archives what the user retracts in the next message. Idempotent. @param turns in order */
export async function closeRetracted(
  turns: readonly CapturedTurn[],
  { transaction, clock }: ClosingPorts,
): Promise<void> {
  const retracted = turns.slice(0, -1).filter((turn, at) => isRetracted(turn, turns[at + 1]))
  if (retracted.length === 0) return
  const ids = retracted.map(({ id }) => id)
  await transaction(async ({ memories }) => {
    const at = clock.now().toISOString()
    for (const { memory } of await memories.learnedFrom(ids)) {
      if (await restsOnThese(memory, ids, memories)) {
        await forgetMemory(memories, memory.id, at, { now: false })
      }
    }
  })
}

function isRetracted({ answer = '' }: CapturedTurn, next: CapturedTurn | undefined): boolean {
  if (next?.prompt === undefined || next.origin !== 'user') return false
  return retractsLast(surelyTyped(next.prompt, promptParts(next.prompt, [answer])))
}

async function restsOnThese(
  memory: Memory,
  turnIds: readonly string[],
  memories: MemoryStore,
): Promise<boolean> {
  const { source, standing, confirmation, pinned } = memory
  const isOnlyHeard = standing === 'candidate' || confirmation === 'stated'
  if (source !== 'heuristic' || !isOnlyHeard || pinned || !isValid(memory)) return false
  const sources = await memories.sources(memory.id)
  return sources.every(({ type, ref }) => type !== 'turn' || turnIds.includes(ref))
}

const mostReports = 200

/**
 * Archives reports of broken, missing or unused things once the thing was changed and a check
 * passed afterwards, in this session or a later one. Idempotent.
 * @param turns of one session, in order
 */
export async function closeFixedReports(
  turns: readonly CapturedTurn[],
  address: ScopeAddress,
  { transaction, clock }: ClosingPorts,
): Promise<void> {
  const changed = changedAndChecked(turns.flatMap(({ actions }) => actions))
  if (changed.length === 0) return
  await transaction(async ({ memories }) => {
    const filter = { addresses: [address], tag: reportedTag, standing: 'candidate' } as const
    const { memories: reports } = await memories.list(filter, { limit: mostReports, offset: 0 })
    const own = new Set(turns.slice(-1).map(({ id }) => id))
    const at = clock.now().toISOString()
    for (const report of reports.filter((each) => changed.some((file) => names(each, file)))) {
      const sources = await memories.sources(report.id)
      // A report made after the change is about the new state.
      if (!sources.some(({ ref }) => own.has(ref))) {
        await forgetMemory(memories, report.id, at, { now: false })
      }
    }
  })
}

/** Files edited before the last check that passed. */
function changedAndChecked(actions: readonly Action[]): string[] {
  const passed = actions.findLastIndex(
    ({ kind, outcome, command }) =>
      kind === 'command' && outcome === 'ok' && checksOf(command ?? '').length > 0,
  )
  const edits = actions.slice(0, Math.max(0, passed)).filter(({ kind, outcome }) => {
    return kind === 'edit' && outcome === 'ok'
  })
  return [...new Set(edits.flatMap(({ files }) => files))]
}

/** Matches the path, its end, or a name like the file's: `AuthGuard`, `auth-guard.ts`. */
function names({ content }: Memory, file: string): boolean {
  const base = file.slice(file.lastIndexOf('/') + 1)
  const stem = plain(base.replace(/(?:\.\w+)+$/, ''))
  return identifiersIn(content).some((name) => {
    const given = name.replace(/\(\)$/, '')
    if (given.includes('.') || given.includes('/')) return `/${file}`.endsWith(`/${given}`)
    return stem.length > 3 && plain(given) === stem
  })
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Supersedes what a program learned when the user now denies it, or gives another value or a
 * replacement. @returns the ids of the superseded memories
 */
export async function closeConflicting(
  { memories, search }: StoreTransaction,
  said: Memory,
  at: string,
): Promise<string[]> {
  if (said.trust !== 'user') return []
  const stated = statedIn(said)
  const similar = await findSimilar(stated, said, { memories, search })
  const untrue = similar.filter(
    (earlier) =>
      earlier.id !== said.id && mayClose(said, earlier) && conflicts(stated, statedIn(earlier)),
  )
  for (const { id } of untrue) {
    await memories.update(id, { supersededBy: said.id }, at)
    await memories.addLink({ from: said.id, relation: 'supersedes', to: id, createdAt: at })
  }
  return untrue.map(({ id }) => id)
}

/** Never closes what a person or an agent stored or confirmed; and a candidate closes nothing. */
function mayClose(said: Memory, earlier: Memory): boolean {
  const { source, standing, confirmation, pinned, validFrom } = earlier
  if (source !== 'heuristic' || pinned || validFrom >= said.validFrom) return false
  if (standing === 'candidate') return true
  return said.standing === 'memory' && confirmation === 'stated'
}
