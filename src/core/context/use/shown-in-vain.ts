/** Recognises memories that sessions were often shown and never used. */
import type { Memory } from '../../model/memory.ts'
import type { ShownCounts } from '../../ports/injection-store.ts'

/** Sessions a memory may be shown to without use. */
const mostShownInVain = 5

/** @returns how often it was shown; undefined if it was used, or has had too few chances */
export function shownInVain(memory: Memory, counts: ShownCounts | undefined): string | undefined {
  const shown = counts?.shown ?? 0
  if (wasUsed(memory, counts) || shown < mostShownInVain) return undefined
  return `shown to ${shown} sessions, never used`
}

export function wasUsed({ useCount }: Memory, counts: ShownCounts | undefined): boolean {
  return useCount > 0 || (counts?.used ?? 0) > 0
}
