/** The labelled sessions as exchanges, the way the product builds them. */

import type { Item, LabelledSession, RecordedTurn, Source } from '../../bench/real-sessions/data.ts'
import { isAbout } from '../../bench/real-sessions/matching.ts'
import { toAction } from '../../src/core/activity/to-action.ts'
import { type Episode, episodeOf } from '../../src/core/extraction/heuristic/episode.ts'
import { toExchange } from '../../src/core/extraction/window/build-window.ts'
import type { Exchange } from '../../src/core/model/window.ts'
import { commentsIn } from '../../src/core/provenance/said-in-tools.ts'

export interface LabelledTurn {
  readonly source: string
  readonly session: string
  /** Counted from 1. */
  readonly number: number
  readonly prompt: string
  readonly exchange: Exchange
  readonly previous: Exchange | undefined
  readonly episode: Episode | undefined
  /** The items of the source, to tell what a text is about. */
  readonly items: readonly Item[]
  /** The items that must be kept and rest on this turn, by name. */
  readonly must: readonly string[]
}

/** What humans prompted. */
export function labelledTurns({ name, sessions }: Source): LabelledTurn[] {
  const items = sessions.flatMap((session) => session.items)
  return sessions.flatMap((session) => turnsOf(session, name, items))
}

function turnsOf(session: LabelledSession, source: string, items: readonly Item[]): LabelledTurn[] {
  const exchanges = session.turns.map((turn, at) =>
    exchangeOf(turn, session.turns.slice(Math.max(0, at - 1), at)),
  )
  return session.turns.flatMap((turn, at): LabelledTurn[] => {
    const exchange = exchanges[at]
    if (turn.auto || !exchange) return []
    const previous = exchanges[at - 1]
    const number = at + 1
    return [
      {
        source,
        session: session.id,
        number,
        prompt: turn.prompt,
        exchange,
        previous,
        episode: episodeOf(exchange, previous),
        items,
        must: session.items
          .filter(({ grade, turns }) => grade === 'must' && turns.includes(number))
          .map(({ n }) => `${session.id}#${n}`),
      },
    ]
  })
}

function exchangeOf(turn: RecordedTurn, before: readonly RecordedTurn[]): Exchange {
  return toExchange({
    turnId: 'turn',
    prompt: turn.prompt,
    origin: 'user',
    answers: answersOf(turn),
    earlier: before.flatMap(answersOf),
    asides: turn.actions.flatMap(({ failed, output }) => (failed ? commentsIn(output) : [])),
    actions: turn.actions.map(({ tool, input, failed, output }, at) =>
      toAction(
        { id: `${at}`, toolName: tool, input, outcome: failed ? 'failed' : 'ok', output },
        undefined,
      ),
    ),
  })
}

const answersOf = ({ said, answer }: RecordedTurn) => [...said, ...(answer ? [answer] : [])]

export const isWanted = (text: string, items: readonly Item[]) =>
  items.some((item) => isAbout(text, item))
