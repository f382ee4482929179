/** Joins calls of one tool with the same text in one session: `Bash ×4`. */
import type { OutputOf } from '../../api/call.ts'

type Hit = OutputOf<'recall'>['hits'][number]

export interface HitGroup {
  readonly hit: Hit
  readonly count: number
}

export function groupHits(hits: readonly Hit[]): HitGroup[] {
  const groups = Map.groupBy(hits, ({ type, id, tool, text, session }) =>
    type === 'tool-event' ? JSON.stringify([session, tool, text]) : `${type} ${id}`,
  )
  return [...groups.values()].flatMap((group) => {
    const [hit] = group
    return hit ? [{ hit, count: group.length }] : []
  })
}
