/** What an agent may not change by itself: global memories, a teammate's, and what a user said or confirmed. */
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

/** @param kept ids of memories that the user kept in review */
export function createAgentGuard(kept: ReadonlySet<string>): WriteGuard {
  /** A candidate is only a program's reading, even of the user's words. */
  const isStatedByUser = ({ standing, trust }: Memory) => standing === 'memory' && trust === 'user'
  const isProtected = (memory: Memory) =>
    memory.scope === 'global' ||
    memory.author !== undefined ||
    isStatedByUser(memory) ||
    memory.pinned ||
    kept.has(memory.id)
  return {
    beforeStore(plan) {
      const { draft, known, replaced } = plan
      const changesKnown = known !== undefined && Object.keys(known.change).length > 0
      const isBarred =
        (replaced && isProtected(replaced)) ||
        (changesKnown && (known.isForbidden || isProtected(known.memory))) ||
        (draft.scope === 'global' && !known)
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
