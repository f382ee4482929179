/**
 * Fits exchanges into a number of characters without losing one. The user's own words come first,
 * then the agent's answers, then the actions; long texts are cut in the middle.
 */
import { commandKeys } from '../../activity/command-line.ts'
import { isFailedCommand } from '../../activity/to-action.ts'
import type { Action } from '../../model/host-event.ts'
import type { Exchange } from '../../model/window.ts'
import { countTokens } from '../../text/count-tokens.ts'

export interface WindowLimit {
  readonly characters: number
  /** Code and some scripts take far more tokens per character than prose. */
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

/** The least share of answers, if the user's words would fill the window. */
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

const mostCommandCharacters = 500

/**
 * As many actions as fit, then their output. The most telling are kept first, and of equals the
 * newest; the result is in order.
 */
function fitActions(actions: readonly Action[], most: number): Action[] {
  const short = actions.map(shortened)
  const kept = new Map<Action, Action>()
  let left = most
  for (const action of mostTellingFirst(short)) {
    const bare = { ...action, output: '' }
    if (charactersIn(bare) > left) continue
    kept.set(action, bare)
    left -= charactersIn(bare)
  }
  for (const action of kept.keys()) {
    if (!tellsByOutput(action) || action.output.length > left) continue
    kept.set(action, action)
    left -= action.output.length
  }
  return short.flatMap((action) => kept.get(action) ?? [])
}

function charactersIn({ toolName, command, files, output }: Action): number {
  return [toolName, command ?? '', ...files, output].join('').length
}

function shortened(action: Action): Action {
  const { command } = action
  return { ...action, command: command && keepEnds(command, mostCommandCharacters) }
}

function mostTellingFirst(actions: readonly Action[]): Action[] {
  const recovered = recoveredCommands(actions)
  const ranked = actions.map((action) => ({ action, rank: rankOf(action, recovered) }))
  return ranked
    .toReversed()
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ action }) => action)
}

function rankOf(action: Action, recovered: ReadonlySet<string>): number {
  if (action.outcome === 'failed' || runsAnyOf(recovered, action)) return 0
  if (action.kind === 'edit') return 1
  return action.kind === 'command' ? 2 : 3
}

/** Files and pages that were read can be read again, so their text is left out. */
function tellsByOutput({ kind, outcome }: Action): boolean {
  return outcome === 'failed' || kind === 'command' || kind === 'agent' || kind === 'other'
}

const cut = '\n[…]\n'

/** The two ends of a long text: one has its purpose, the other the result. */
export function keepEnds(text: string, most: number): string {
  const whole = text.toWellFormed()
  if (whole.length <= most) return whole
  const half = Math.floor((most - cut.length) / 2)
  if (half < 1) return beginning(whole, Math.max(0, most))
  return beginning(whole, half) + cut + end(whole, half)
}

/** Whole words if that costs little: half a word may be another one. */
function beginning(text: string, most: number): string {
  const part = text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
  const space = part.search(/\s\S*$/)
  return space > most * wordsFrom ? part.slice(0, space) : part
}

function end(text: string, most: number): string {
  const part = text.slice(-most).replace(/^[\udc00-\udfff]/, '')
  const space = part.search(/\s/)
  return space >= 0 && space < most * (1 - wordsFrom) ? part.slice(space + 1) : part
}

const wordsFrom = 0.9

/** The keys of commands that failed and passed later: something was learned in between. */
export function recoveredCommands(actions: readonly Action[]): Set<string> {
  const failed = new Set<string>()
  const recovered = new Set<string>()
  for (const action of actions) {
    for (const key of commandKeys(action.command ?? '')) {
      if (isFailedCommand(action)) failed.add(key)
      else if (failed.has(key)) recovered.add(key)
    }
  }
  return recovered
}

function runsAnyOf(keys: ReadonlySet<string>, { command = '' }: Action): boolean {
  return commandKeys(command).some((key) => keys.has(key))
}
