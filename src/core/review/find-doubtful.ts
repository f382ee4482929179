/** Finds memories that may no longer be worth keeping, each with its most urgent reason. */
import { isAutomatic } from '../memory/merge.ts'
import type { Failing } from '../memory/untrue/failing.ts'
import type { Staged } from '../memory/untrue/staged.ts'
import { daysBefore, type HalfLives, halfLivesPassed, renewedAt, wholeDays } from '../model/days.ts'
import { firstIdSince, isRuling } from '../model/memory.ts'
import type { ShownCounts } from '../ports/injection-store.ts'
import type { MemoryFacts } from '../ports/review-store.ts'
import { quoteName } from '../text/safe-text.ts'
import type { ReviewFinding } from './review-item.ts'

export interface KnownOfMemories {
  /** From branches that were deleted and never merged. */
  readonly unmerged: ReadonlyMap<string, Staged>
  /** Which check fails, by memory. */
  readonly failing: ReadonlyMap<string, Failing>
  readonly shownCounts: ReadonlyMap<string, ShownCounts>
  readonly now: Date
  readonly halfLives: HalfLives
  readonly isDecided: (finding: ReviewFinding) => boolean
}

export function findDoubtful(
  memories: readonly MemoryFacts[],
  known: KnownOfMemories,
): ReviewFinding[] {
  return memories.flatMap((memory) => {
    const doubt =
      findUnmerged(memory, known) ??
      findStale(memory, known) ??
      findNeverUsed(memory, known) ??
      findUnconfirmed(memory, known)
    const isOpen = doubt !== undefined && !known.isDecided(doubt)
    return (isOpen ? doubt : findFaded(memory, known)) ?? []
  })
}

const daysToProve = 30

/** It arrived less than a month ago, perhaps from old sessions, so nobody could use or confirm it. */
function isNewHere({ id }: MemoryFacts, now: Date): boolean {
  return id >= firstIdSince(daysBefore(now, daysToProve))
}

function findUnmerged(
  memory: MemoryFacts,
  { unmerged }: KnownOfMemories,
): ReviewFinding | undefined {
  const staged = unmerged.get(memory.id)
  if (!staged) return undefined
  const why = `Learned on branch ${quoteName(staged.branch)}, which was deleted and never merged.`
  return { kind: 'unmerged', memories: [memory], why, suggestion: 'drop' }
}

function findStale(memory: MemoryFacts, { failing }: KnownOfMemories): ReviewFinding | undefined {
  const failed = failing.get(memory.id)
  if (failed === undefined) return undefined
  const suggestion = failed.isUntrue ? 'drop' : 'keep'
  return { kind: 'stale', memories: [memory], why: `Since then ${failed.why}.`, suggestion }
}

const enoughShown = 5

function findNeverUsed(
  memory: MemoryFacts,
  { shownCounts }: KnownOfMemories,
): ReviewFinding | undefined {
  const { shown, used } = shownCounts.get(memory.id) ?? { shown: 0, used: 0 }
  if (shown < enoughShown || used + memory.useCount > 0 || memory.pinned) return undefined
  return {
    kind: 'never-used',
    memories: [memory],
    why: `Shown to ${shown} sessions and used by none.`,
    // Following an instruction leaves no trace in an answer, so it may have been used.
    suggestion: isRuling(memory) ? 'keep' : 'drop',
  }
}

/** Uncertain facts and references from a program are just above 0.5. */
const lowImportance = 0.6

function findUnconfirmed(memory: MemoryFacts, { now }: KnownOfMemories): ReviewFinding | undefined {
  const { source, importance, pinned, useCount, createdAt } = memory
  const isDoubtful = isAutomatic(source) && importance <= lowImportance && !pinned && useCount === 0
  const days = wholeDays(createdAt, now)
  if (!isDoubtful || days < daysToProve || isNewHere(memory, now)) return undefined
  return {
    kind: 'unconfirmed',
    memories: [memory],
    why: `${days} days old; nobody has used or confirmed it.`,
    suggestion: 'drop',
  }
}

function findFaded(
  memory: MemoryFacts,
  { now, halfLives }: KnownOfMemories,
): ReviewFinding | undefined {
  const passed = halfLivesPassed(memory, now, halfLives)
  if (memory.pinned || passed <= 1) return undefined
  if (isNewHere(memory, now)) return undefined
  const days = wholeDays(renewedAt(memory), now)
  const halfLife = `a ${memory.kind} loses half of its weight in ${halfLives[memory.kind]} days`
  return {
    kind: 'faded',
    memories: [memory],
    why: `Not used or changed for ${days} days; ${halfLife}.`,
    suggestion: memory.trust === 'user' ? 'keep' : 'drop',
  }
}
