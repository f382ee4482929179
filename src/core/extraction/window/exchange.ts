/** One turn as judges read it: whose words are whose, cut to what a window holds. */
import type { Action } from '../../model/action.ts'
import type { PromptOrigin } from '../../model/host-event.ts'
import type { Exchange } from '../../model/window.ts'
import { approvedPlan } from '../../provenance/approved-plan.ts'
import { namesAction } from '../../provenance/elements.ts'
import { promptParts, typedWords } from '../../provenance/prompt-parts.ts'
import { type Aside, answersIn, asideText } from '../../provenance/said-in-tools.ts'
import { surelyTyped } from '../../provenance/surely-typed.ts'
import { keepEnds } from './keep-ends.ts'

export interface Told {
  readonly prompt: string | undefined
  readonly origin: PromptOrigin
  /** All messages of the agent, in order. */
  readonly answers: readonly string[]
  /** What the user said inside tool calls, as far as the transcript says. */
  readonly asides?: readonly Aside[]
}

export interface ToldTurn extends Told {
  readonly turnId?: string | undefined
  readonly actions?: readonly Action[]
  /** What the agent said before this turn, which the user may quote. */
  readonly earlier?: readonly string[]
}

export function toExchange(turn: ToldTurn): Exchange {
  const { prompt = '', origin, answers, turnId, actions = [], earlier = [] } = turn
  const asides = distinct([...(turn.asides ?? []), ...actions.flatMap(answersIn)])
  // The host's own notices are nobody's words, and of a slash command only the arguments are.
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

/** Transcripts and payloads both tell answers. */
function distinct(asides: readonly Aside[]): Aside[] {
  return [...new Map(asides.map((aside) => [asideText(aside), aside])).values()]
}

const mostUserCharacters = 3_000
const mostPlanCharacters = 600
const mostAssistantCharacters = 2_000
/** So that the newest exchange fits into any window. */
const mostAnswerCharacters = 2 * mostAssistantCharacters

/** An answer may be an option in the agent's words, so what it names to be done is not the user's. */
function sureWords({ question, words }: Aside): string {
  const isOption = question !== undefined && namesAction(words)
  return isOption ? '' : surelyTyped(words, promptParts(words))
}

function assistantWords(answers: readonly string[]): string {
  const messages = answers.map((answer) => keepEnds(answer.trim(), mostAssistantCharacters))
  return keepEnds(joined(messages), mostAnswerCharacters)
}

const joined = (texts: readonly string[]) => texts.filter((text) => text !== '').join('\n\n')
