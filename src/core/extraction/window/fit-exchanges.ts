/**
 * Fits exchanges into so many characters without losing one. The user's own words take room first,
 * then the agent's answers, then what was done; long texts are cut in the middle.
 */
import type { Exchange } from '../../model/window.ts'
import { countTokens } from '../../text/count-tokens.ts'
import { charactersIn, fitActions } from './fit-actions.ts'
import { keepEnds } from './keep-ends.ts'

export interface WindowLimit {
  readonly characters: number
  /** Counted cautiously. Code and some scripts take far more tokens for a character than prose. */
  readonly tokens?: number
}

export function fitExchanges(exchanges: readonly Exchange[], limit: WindowLimit): Exchange[] {
  const { tokens = Number.POSITIVE_INFINITY } = limit
  let { characters } = limit
  for (;;) {
    const fitted = fitCharacters(exchanges, characters)
    const used = tokensIn(fitted)
    if (used <= tokens || characters === 0) return fitted
    characters = Math.floor(characters * Math.min(0.95, tokens / used))
  }
}

/** What answers get at least, if the user's words would fill the window. */
const answersShare = 0.2

function fitCharacters(exchanges: readonly Exchange[], most: number): Exchange[] {
  const answers = exchanges.map(({ assistant }) => assistant)
  const forAnswers = Math.min(most * answersShare, lengthOf(answers))
  const users = shrinkAlike(
    exchanges.map(({ user }) => user),
    most - forAnswers,
  )
  const assistants = shrinkAlike(answers, most - lengthOf(users))
  let left = most - lengthOf(users) - lengthOf(assistants)
  return exchanges
    .map((exchange, at) => ({
      ...exchange,
      user: users[at] ?? '',
      assistant: assistants[at] ?? '',
    }))
    .toReversed()
    .map((exchange) => {
      const actions = fitActions(exchange.actions, left)
      left -= actions.reduce((sum, action) => sum + charactersIn(action), 0)
      return { ...exchange, actions }
    })
    .toReversed()
}

/** Short texts stay whole; the long ones are cut to one length. */
function shrinkAlike(texts: readonly string[], most: number): string[] {
  const longest = longestAllowed(texts, most)
  return texts.map((text) => keepEnds(text, longest))
}

function longestAllowed(texts: readonly string[], most: number): number {
  let left = most
  const lengths = texts.map(({ length }) => length).toSorted((a, b) => a - b)
  for (const [at, length] of lengths.entries()) {
    const share = Math.floor(left / (lengths.length - at))
    if (length > share) return share
    left -= length
  }
  return Number.POSITIVE_INFINITY
}

const lengthOf = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0)

function tokensIn(exchanges: readonly Exchange[]): number {
  const texts = exchanges.flatMap(({ user, assistant, actions }) => [
    user,
    assistant,
    ...actions.flatMap(({ toolName, command = '', files, output }) => [
      toolName,
      command,
      ...files,
      output,
    ]),
  ])
  return texts.reduce((sum, text) => sum + countTokens(text), 0)
}
