/** Builds a turn's window: who said what, and what was done. */
import type { Action } from '../../model/host-event.ts'
import type { Exchange, Window } from '../../model/window.ts'
import type { CapturedTurn } from '../../ports/history.ts'
import { namesAction } from '../../provenance/elements.ts'
import { promptParts, typedWords } from '../../provenance/prompt-parts.ts'
import {
  type Aside,
  answersIn,
  approvedPlan,
  asideText,
  distinctAsides,
  isOfOneCall,
} from '../../provenance/said-in-tools.ts'
import { surelyTyped } from '../../provenance/surely-typed.ts'
import { keepEnds } from '../../text/shorten.ts'
import { fitActions } from './fit-actions.ts'
import {
  type CompleteTurn,
  type RecordedSession,
  readCompleteTurns,
  type TranscriptPorts,
} from './transcript-exchanges.ts'

/**
 * @param turns the turn, and the previous one to understand what it answers
 * @returns undefined if nothing was said or done in the turn
 */
export async function turnWindow(
  session: RecordedSession,
  turns: readonly CapturedTurn[],
  ports: TranscriptPorts,
): Promise<Window | undefined> {
  const told = await readCompleteTurns(session, turns, ports)
  const exchanges = told
    .map(({ turn, ...said }, at) =>
      toExchange({
        ...said,
        turnId: turn.id,
        actions: turn.actions,
        earlier: told.slice(0, at).flatMap(({ answers }) => answers),
      }),
    )
    .filter(({ user, assistant, actions }) => user || assistant || actions.length > 0)
  const [before, last] = [exchanges.at(-2), exchanges.at(-1)]
  if (!last) return undefined
  const actions = fitActions(
    last.actions,
    mostCharacters - last.user.length - last.assistant.length,
  )
  return { sessionId: session.sessionId, before, exchanges: [{ ...last, actions }] }
}

/** More than the words of a turn can have. */
const mostCharacters = 8_000

interface TurnWords extends Pick<CompleteTurn, 'prompt' | 'origin' | 'answers'> {
  readonly asides?: readonly Aside[]
  readonly turnId?: string | undefined
  readonly actions?: readonly Action[]
  /** What the agent said before this turn, because the user may quote it. */
  readonly earlier?: readonly string[]
}

/** Renders a turn for the local rules: who said what, cut to fit. */
export function toExchange(turn: TurnWords): Exchange {
  const { prompt = '', origin, answers, turnId, actions = [], earlier = [] } = turn
  const asides = distinctAsides([...(turn.asides ?? []), ...actions.flatMap(answersIn)])
  // A host's notices are nobody's words; of a slash command, only the arguments are the user's.
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

const mostUserCharacters = 3_000
const mostPlanCharacters = 600
const mostAssistantCharacters = 2_000
/** The newest exchange must fit into any window. */
const mostAnswerCharacters = 2 * mostAssistantCharacters

/** An answer may be an option worded by the agent: an action it names is not the user's. */
function sureWords(aside: Aside): string {
  const { question, words } = aside
  const isOption = question !== undefined && namesAction(words)
  return isOption || isOfOneCall(aside) ? '' : surelyTyped(words, promptParts(words))
}

function assistantWords(answers: readonly string[]): string {
  const messages = answers.map((answer) => keepEnds(answer.trim(), mostAssistantCharacters))
  return keepEnds(joined(messages), mostAnswerCharacters)
}

const joined = (texts: readonly string[]) => texts.filter((text) => text !== '').join('\n\n')
