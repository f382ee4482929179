/**
 * Makes a window: the captured turns, with all that the assistant said in them where the host's
 * transcript tells it. A host without one, or a file that is gone, leaves the turns as captured.
 */
import type { PromptOrigin } from '../../model/host-event.ts'
import type { Exchange, Window } from '../../model/window.ts'
import type { CapturedTurn } from '../../ports/history.ts'
import { ownWords } from '../../provenance/prompt-parts.ts'
import { fitExchanges } from './fit-exchanges.ts'
import { keepEnds } from './keep-ends.ts'
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
    turns.length === 0 || fewestTurns > 0 ? findUncaptured(turns, recorded).map(toExchange) : []
  if (uncaptured.length + (turns.at(-1)?.number ?? 0) < fewestTurns) return undefined
  const exchanges = [...uncaptured, ...fromTurns(turns.slice(-span.exchanges), recorded)]
  const last = exchanges.filter(holdsSomething).slice(-span.exchanges)
  if (last.length === 0) return undefined
  return {
    sessionId: session.sessionId,
    depth: span.depth,
    exchanges: fitExchanges(last, span.characters),
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

type Told = Pick<TranscriptExchange, 'prompt' | 'origin' | 'answers'>

function fromTurns(
  turns: readonly CapturedTurn[],
  recorded: readonly TranscriptExchange[],
): Exchange[] {
  const matches = matchTurns(turns, recorded)
  return turns.map((turn) => ({
    ...toExchange(together(turn, matches.get(turn))),
    turnId: turn.id,
    actions: turn.actions,
  }))
}

/** Where the transcript lags behind or was not read so far back, the hooks have told. */
function together(turn: CapturedTurn, recorded: TranscriptExchange | undefined): Told {
  const { prompt, origin } = recorded?.prompt === undefined ? turn : recorded
  const { answer = '' } = turn
  const { answers } = recorded ?? { answers: [] }
  return { prompt, origin, answers: isAmong(answer, answers) ? answers : [...answers, answer] }
}

function toExchange({ prompt = '', origin, answers }: Told): Exchange {
  return {
    turnId: undefined,
    user: userWords(prompt, origin),
    assistant: assistantWords(answers),
    actions: [],
  }
}

const mostUserCharacters = 3_000
const mostAssistantCharacters = 2_000
/** So that the newest exchange fits into any window. */
const mostAnswerCharacters = 2 * mostAssistantCharacters

/** The host's own notices are nobody's words, and of a slash command only the arguments are. */
function userWords(prompt: string, origin: PromptOrigin): string {
  if (origin === 'notification') return ''
  const words = origin === 'command' ? prompt.replace(/^\s*\S+/, '') : prompt
  return keepEnds(ownWords(words), mostUserCharacters)
}

function assistantWords(answers: readonly string[]): string {
  const messages = answers.map((answer) => keepEnds(answer.trim(), mostAssistantCharacters))
  return keepEnds(messages.filter((text) => text !== '').join('\n\n'), mostAnswerCharacters)
}

function holdsSomething({ user, assistant, actions }: Exchange): boolean {
  return user !== '' || assistant !== '' || actions.length > 0
}
