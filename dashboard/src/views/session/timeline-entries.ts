/** Puts what a session was handed where it was handed: into a turn, or between two. */
import type { OutputOf } from '../../api/call.ts'

type Session = OutputOf<'getSession'>
export type Turn = Session['timeline'][number]
export type Handed = Session['context'][number]

export type TimelineEntry =
  | { readonly kind: 'handed'; readonly handed: Handed }
  | { readonly kind: 'turn'; readonly turn: Turn; readonly handed: readonly Handed[] }

export function timelineEntries({
  timeline,
  context,
}: Pick<Session, 'timeline' | 'context'>): TimelineEntry[] {
  const placed = context.map((handed) => ({ handed, turn: turnAt(timeline, handed.at) }))
  const between = placed.flatMap(({ handed, turn }) =>
    turn ? [] : [{ at: handed.at, entry: { kind: 'handed' as const, handed } }],
  )
  const turns = timeline.map((turn) => ({
    at: turn.startedAt,
    entry: {
      kind: 'turn' as const,
      turn,
      handed: placed.flatMap((each) => (each.turn === turn ? each.handed : [])),
    },
  }))
  return [...between, ...turns].sort((a, b) => compare(a.at, b.at)).map(({ entry }) => entry)
}

/** The turn under way at that time. */
function turnAt(timeline: readonly Turn[], at: string): Turn | undefined {
  const turn = timeline.findLast(({ startedAt }) => startedAt <= at)
  return turn?.endedAt !== undefined && turn.endedAt < at ? undefined : turn
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
