/**
 * What an agent may not change by itself: global memories, another project's, a teammate's, and what a
 * user said or confirmed.
 */
import type { StorePlan, WriteGuard } from '../memory/write-guard.ts'
import type { Memory } from '../model/memory.ts'
import type { MemoryChange } from '../ports/memory-store.ts'

/** A write that needs the user's decision. */
export type PlannedWrite =
  | { readonly action: 'store'; readonly plan: StorePlan }
  | { readonly action: 'update'; readonly memory: Memory; readonly change: MemoryChange }
  | { readonly action: 'forget'; readonly memory: Memory }

/** Thrown to stop such a write. */
export class NeedsUser extends Error {
  readonly planned: PlannedWrite

  constructor(planned: PlannedWrite) {
    super('this needs the user’s decision')
    this.planned = planned
  }
}

/**
 * @param kept ids of memories that the user kept in review
 * @param isElsewhere whether the write is in a project in which the agent does not work
 */
export function createAgentGuard(kept: ReadonlySet<string>, isElsewhere = false): WriteGuard {
  const isProtected = (memory: Memory) => isElsewhere || isUsersOwn(memory, kept)
  return {
    beforeStore(plan) {
      const { draft, known, replaced } = plan
      const changesKnown = known !== undefined && Object.keys(known.change).length > 0
      // Repeating a candidate confirms it.
      const saysNothingNew = known?.memory.standing === 'memory' && !changesKnown
      const isBarred =
        (replaced && isProtected(replaced)) ||
        (changesKnown && (known.isForbidden || isProtected(known.memory))) ||
        (draft.scope === 'global' && !known) ||
        (isElsewhere && !saysNothingNew)
      if (isBarred) throw new NeedsUser({ action: 'store', plan })
    },
    beforeUpdate(memory, change) {
      if (isProtected(memory)) throw new NeedsUser({ action: 'update', memory, change })
    },
    beforeForget(memory) {
      if (isProtected(memory)) throw new NeedsUser({ action: 'forget', memory })
    },
  }
}

/** What only the user changes: what they said or confirmed, a teammate's, and all that is global. */
export function isUsersOwn(memory: Memory, kept: ReadonlySet<string>): boolean {
  const { scope, author, standing, trust, pinned, id } = memory
  // A candidate is only a program's reading, even of the user's words.
  const isStated = standing === 'memory' && trust === 'user'
  return scope === 'global' || author !== undefined || isStated || pinned || kept.has(id)
}
