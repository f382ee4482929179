/**
 * Makes a window: the captured turns, with everything the assistant said in them if the host has a
 * transcript. Without one, or if the file is gone, the turns stay as captured.
 */
import type { Hash } from '../../model/content-key.ts'
import type { Action, PromptOrigin } from '../../model/host-event.ts'
import type { Exchange, Window, WindowDepth } from '../../model/window.ts'
import type { CapturedTurn } from '../../ports/history.ts'
import { namesAction } from '../../provenance/elements.ts'
import { promptParts, typedWords } from '../../provenance/prompt-parts.ts'
import { type Aside, answersIn, approvedPlan, asideText } from '../../provenance/said-in-tools.ts'
import { surelyTyped } from '../../provenance/surely-typed.ts'
import { fitExchanges, keepEnds, type WindowLimit } from './fit-exchanges.ts'
import {
  type RecordedSession,
  readExchanges,
  sinceCompaction,
  type TranscriptExchange,
  type TranscriptPorts,
} from './transcript-exchanges.ts'

export interface WindowRequest {
  readonly session: RecordedSession
  /** In order, the window's last turn at the end. Without any, the transcript alone is used. */
  readonly turns: readonly CapturedTurn[]
  readonly span: WindowSpan
}

/** @returns undefined if nothing was said or done, or in fewer turns than the span needs */
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
  // Captured turns without a match are in the transcript too, worded differently.
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

/** If the transcript lags behind or was not read that far back, the captured turn fills in. */
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

interface Told {
  readonly prompt: string | undefined
  readonly origin: PromptOrigin
  /** All messages of the agent, in order. */
  readonly answers: readonly string[]
  /** What the user said inside tool calls, according to the transcript. */
  readonly asides?: readonly Aside[]
}

interface ToldTurn extends Told {
  readonly turnId?: string | undefined
  readonly actions?: readonly Action[]
  /** What the agent said before this turn, which the user may quote. */
  readonly earlier?: readonly string[]
}

/** One turn as judges read it: whose words are whose, cut to fit. */
export function toExchange(turn: ToldTurn): Exchange {
  const { prompt = '', origin, answers, turnId, actions = [], earlier = [] } = turn
  const asides = distinct([...(turn.asides ?? []), ...actions.flatMap(answersIn)])
  // A host's own notices are nobody's words, and of a slash command only the arguments are the user's.
  const words = origin === 'command' ? prompt.replace(/^\s*\S+/, '') : prompt
  const parts = origin === 'notification' ? [] : promptParts(words, earlier)
  return {
    turnId,
    user: keepEnds(joined([typedWords(parts), ...asides.map(asideText)]), mostUserCharacters),
    surelyTyped: joined([surelyTyped(words, parts), ...asides.map(sureWords)]),
    ...(asides.length > 0 && { asides: asides.map(({ words }) => words) }),
    plan: approvedPlan(prompt)?.slice(0, mostPlanCharacters),
    assistant: assistantWords(answers),
    actions,
  }
}

/** Transcripts and payloads both contain answers. */
function distinct(asides: readonly Aside[]): Aside[] {
  return [...new Map(asides.map((aside) => [asideText(aside), aside])).values()]
}

const mostUserCharacters = 3_000
const mostPlanCharacters = 600
const mostAssistantCharacters = 2_000
/** The newest exchange must fit into any window. */
const mostAnswerCharacters = 2 * mostAssistantCharacters

/** An answer may be an option in the agent's words: an action it names is not the user's. */
function sureWords({ question, words }: Aside): string {
  const isOption = question !== undefined && namesAction(words)
  return isOption ? '' : surelyTyped(words, promptParts(words))
}

function assistantWords(answers: readonly string[]): string {
  const messages = answers.map((answer) => keepEnds(answer.trim(), mostAssistantCharacters))
  return keepEnds(joined(messages), mostAnswerCharacters)
}

const joined = (texts: readonly string[]) => texts.filter((text) => text !== '').join('\n\n')

/**
 * Finds captured turns in the host's transcript by the host's id, else by what was said; both in
 * order. Turns that the transcript lacks are not in the result.
 */
function matchTurns(
  turns: readonly CapturedTurn[],
  exchanges: readonly TranscriptExchange[],
): Map<CapturedTurn, TranscriptExchange> {
  const found = new Map<CapturedTurn, TranscriptExchange>()
  let before = exchanges
  for (const turn of turns.toReversed()) {
    const index = before.findLastIndex((each, at) =>
      isSame(turn, each, at === exchanges.length - 1),
    )
    const exchange = before[index]
    if (!exchange) continue
    found.set(turn, exchange)
    before = before.slice(0, index)
  }
  return found
}

/** People say «yes» often: the answer shows which one, but the newest exchange may still lack it. */
function isSame(turn: CapturedTurn, exchange: TranscriptExchange, isNewest: boolean): boolean {
  if (turn.hostTurnId !== undefined && exchange.hostTurnId !== undefined) {
    return turn.hostTurnId === exchange.hostTurnId
  }
  const { prompt = '', answer = '' } = turn
  if (exchange.prompt === undefined) return answer !== '' && isAmong(answer, exchange.answers)
  if (normalise(prompt) !== normalise(exchange.prompt)) return false
  return isNewest || isAmong(answer, exchange.answers)
}

function isAmong(answer: string, answers: readonly string[]): boolean {
  return normalise(answers.join('\n')).includes(normalise(answer))
}

const normalise = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The identity of a window: the same texts and actions are the same window. */
export function hashWindow({ sessionId, depth, digest, exchanges }: Window, hash: Hash): string {
  const content = exchanges.map(({ user, assistant, actions }) => [
    user,
    assistant,
    actions.map(({ toolName, outcome, command, files, output }) => [
      toolName,
      outcome,
      command,
      files,
      output,
    ]),
  ])
  return hash(JSON.stringify([sessionId, digest === undefined ? depth : 'session', content]))
}

/** How much of a session a window contains. */
export interface WindowSpan extends WindowLimit {
  readonly depth: WindowDepth
  /** Most exchanges, the last ones. */
  readonly exchanges: number
  /**
   * If set, turns that only the transcript has come before the captured ones, and a session with
   * fewer turns than this gives no window.
   */
  readonly fewestTurns?: number
  /** Without answers and actions. */
  readonly ownWordsOnly?: true
}

export const turnSpan: WindowSpan = { depth: 'turn', exchanges: 1, characters: 8_000 }

export const deepSpan = (exchanges: number): WindowSpan => ({
  depth: 'deep',
  exchanges,
  characters: 12_000,
  tokens: 6_000,
})

/** Before a compaction shortens the session. */
export const compactionSpan: WindowSpan = {
  depth: 'deep',
  exchanges: 30,
  characters: 15_000,
  tokens: 7_500,
}

/** Turns that wait for a model, in one call. */
export const batchSpan: WindowSpan = {
  depth: 'deep',
  exchanges: 30,
  characters: 24_000,
  tokens: 12_000,
  fewestTurns: 1,
}

/** A whole session, in one call. */
export const sessionSpan: WindowSpan = {
  depth: 'deep',
  exchanges: 300,
  characters: 20_000,
  tokens: 10_000,
  fewestTurns: 1,
  ownWordsOnly: true,
}
