/** Places given context into its turn, or between two turns. */
import type { OutputOf } from '../../api/call.ts'

type Session = OutputOf<'getSession'>
export type Turn = Session['timeline'][number]
export type ContextEntry = Session['context'][number]

export type TimelineEntry =
  | { readonly kind: 'given'; readonly given: ContextEntry }
  | { readonly kind: 'turn'; readonly turn: Turn; readonly given: readonly ContextEntry[] }

export function timelineEntries({
  timeline,
  context,
}: Pick<Session, 'timeline' | 'context'>): TimelineEntry[] {
  const placed = context.map((given) => ({ given, turn: turnAt(timeline, given.at) }))
  const between = placed.flatMap(({ given, turn }) =>
    turn ? [] : [{ at: given.at, entry: { kind: 'given' as const, given } }],
  )
  const turns = timeline.map((turn) => ({
    at: turn.startedAt,
    entry: {
      kind: 'turn' as const,
      turn,
      given: placed.flatMap((each) => (each.turn === turn ? each.given : [])),
    },
  }))
  return [...between, ...turns].sort((a, b) => compare(a.at, b.at)).map(({ entry }) => entry)
}

/** The turn in progress at that time. */
function turnAt(timeline: readonly Turn[], at: string): Turn | undefined {
  const turn = timeline.findLast(({ startedAt }) => startedAt <= at)
  return turn?.endedAt !== undefined && turn.endedAt < at ? undefined : turn
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

export function findTurn(timeline: readonly Turn[], ids: readonly string[]): Turn | undefined {
  return timeline.find(
    ({ id, toolEvents }) => ids.includes(id) || toolEvents.some((tool) => ids.includes(tool.id)),
  )
}
