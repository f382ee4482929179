/**
 * Makes a window: the captured turns, with all that the assistant said in them where the host's
 * transcript tells it. A host without one, or a file that is gone, leaves the turns as captured.
 */
import type { Exchange, Window } from '../../model/window.ts'
import type { CapturedTurn } from '../../ports/history.ts'
import { type Told, toExchange } from './exchange.ts'
import { fitExchanges } from './fit-exchanges.ts'
import { isAmong, matchTurns } from './match-turns.ts'
import {
  type RecordedSession,
  readExchanges,
  sinceCompaction,
  type TranscriptExchange,
  type TranscriptPorts,
} from './transcript-exchanges.ts'
import type { WindowSpan } from './window-span.ts'

export interface WindowRequest {
  readonly session: RecordedSession
  /** In order, up to the one the window ends at; without any, the transcript alone serves. */
  readonly turns: readonly CapturedTurn[]
  readonly span: WindowSpan
}

/** @returns undefined when nothing was said or done, or in fewer turns than the span needs */
export async function buildWindow(
  { session, turns, span }: WindowRequest,
  ports: TranscriptPorts,
): Promise<Window | undefined> {
  const recorded = await readExchanges(session, ports)
  const { fewestTurns = 0 } = span
  const uncaptured =
    turns.length === 0 || fewestTurns > 0
      ? findUncaptured(turns, recorded).map((told) => toExchange(told))
      : []
  if (uncaptured.length + (turns.at(-1)?.number ?? 0) < fewestTurns) return undefined
  const all = [...uncaptured, ...fromTurns(turns, recorded)]
  const exchanges = (span.ownWordsOnly ? all.map(ownWordsOnly) : all).filter(holdsSomething)
  const last = exchanges.slice(-span.exchanges)
  if (last.length === 0) return undefined
  return {
    sessionId: session.sessionId,
    depth: span.depth,
    before: exchanges.at(-span.exchanges - 1),
    exchanges: fitExchanges(last, span),
  }
}

/** Turns from before our hooks were installed, since the last compaction. */
function findUncaptured(
  turns: readonly CapturedTurn[],
  recorded: readonly TranscriptExchange[],
): TranscriptExchange[] {
  if (turns.length === 0) return sinceCompaction(recorded)
  const matches = matchTurns(turns, recorded)
  const firstMatch = turns.findIndex((turn) => matches.has(turn))
  const first = firstMatch < 0 ? undefined : matches.get(turns[firstMatch] as CapturedTurn)
  if (!first || turns[0]?.number !== 1) return []
  // Captured turns without a match stand in the transcript too, worded differently.
  const end = recorded.indexOf(first) - firstMatch
  return sinceCompaction(recorded.slice(0, Math.max(0, end)))
}

function fromTurns(
  turns: readonly CapturedTurn[],
  recorded: readonly TranscriptExchange[],
): Exchange[] {
  const matches = matchTurns(turns, recorded)
  const told = turns.map((turn) => together(turn, matches.get(turn)))
  return turns.map(({ id, actions }, at) =>
    toExchange({
      ...(told[at] as Told),
      turnId: id,
      actions,
      earlier: told.slice(0, at).flatMap(({ answers }) => answers),
    }),
  )
}

/** Where the transcript lags behind or was not read so far back, the hooks have told. */
function together(turn: CapturedTurn, recorded: TranscriptExchange | undefined): Told {
  const { prompt, origin } = recorded?.prompt === undefined ? turn : recorded
  const { answer = '' } = turn
  const { answers, asides } = recorded ?? { answers: [], asides: [] }
  const all = isAmong(answer, answers) ? answers : [...answers, answer]
  return { prompt, origin, answers: all, asides }
}

const ownWordsOnly = (exchange: Exchange): Exchange => ({
  ...exchange,
  assistant: '',
  actions: [],
})

function holdsSomething({ user, assistant, actions }: Exchange): boolean {
  return user !== '' || assistant !== '' || actions.length > 0
}
