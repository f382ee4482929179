/** Whether what a project's sessions were given was of use to them. */
import type { Memory } from '../../model/memory.ts'
import type { ShownCounts } from '../../ports/injection-store.ts'

/** Sessions a memory may be shown to without use. */
const mostShownUnused = 5

/**
 * @param counts of the sessions of this project
 * @returns how often it was shown; undefined if it was used, or has had too few chances
 */
export function neverUsed(memory: Memory, counts: ShownCounts | undefined): string | undefined {
  const shown = counts?.shown ?? 0
  if (wasUsed(memory, counts) || shown < mostShownUnused) return undefined
  return `shown to ${shown} sessions, never used`
}

/** A global memory may be of use in one project and in no other. */
export function wasUsed({ scope, useCount }: Memory, counts: ShownCounts | undefined): boolean {
  return (scope !== 'global' && useCount > 0) || (counts?.used ?? 0) > 0
}
