import type { Turn } from './timeline-entries.ts'

/** The turn with one of these ids, or with a tool event of one. */
export function findTurn(timeline: readonly Turn[], ids: readonly string[]): Turn | undefined {
  return timeline.find(
    ({ id, toolEvents }) => ids.includes(id) || toolEvents.some((tool) => ids.includes(tool.id)),
  )
}
