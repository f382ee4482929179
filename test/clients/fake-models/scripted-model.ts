/**
 * Decides what the fake model says next. It remembers nothing: the conversation in the request
 * tells how far a scenario has come, so parallel sessions and resumed ones need no bookkeeping.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../src/core/model/json.ts'

export interface Scenario {
  /** Chosen when the newest user text that any scenario matches is matched by this one. */
  readonly match: RegExp
  /** For a question asked without tools; all others are for those with them. */
  readonly isWithoutTools?: true
  /** Step n is played after n tool results; past the last one the model says `end`. */
  readonly steps?: readonly Step[]
  readonly end: string
}

export type Step =
  | { readonly text?: string; readonly tools: readonly ToolCall[] }
  | { readonly error: { readonly status: number; readonly type: string; readonly message: string } }
  /** No answer, until the server is closed. */
  | { readonly isSilent: true }
  | { readonly text: string; readonly ending: 'cut' | 'refused' }

export interface ToolCall {
  readonly name: string
  readonly input: JsonObject
}

export const use = (name: string, input: JsonObject): Step => ({ tools: [{ name, input }] })

export type Reply = Step | { readonly text: string }

/** One that a model completes, well or badly. */
export type CompletedReply = Exclude<Reply, { error: unknown } | { isSilent: true }>

export const endingOf = (reply: CompletedReply) => ('ending' in reply ? reply.ending : undefined)

export const compactionSummary = 'The user had files listed and decided to use pnpm.'

/** What a user said, or tools on their behalf, whatever the protocol. */
export interface UserMessage {
  /** Without what the client added. */
  readonly text: string
  /** How many results of tools it holds. */
  readonly toolResults: number
}

/** The reply to a request of the Messages API. */
export function nextReply(scenarios: readonly Scenario[], request: JsonObject): Reply {
  const messages = Array.isArray(request.messages) ? request.messages.filter(isJsonObject) : []
  if (asksForSummary(messages)) {
    return { text: `<analysis>Short.</analysis>\n<summary>\n${compactionSummary}\n</summary>` }
  }
  const said = messages.filter(({ role }) => role === 'user').map(toUserMessage)
  return scriptedReply(scenarios, said, Array.isArray(request.tools) && request.tools.length > 0)
}

/** @param said all of the conversation, oldest first */
export function scriptedReply(
  scenarios: readonly Scenario[],
  said: readonly UserMessage[],
  hasTools: boolean,
): Reply {
  const fitting = scenarios.filter(({ isWithoutTools = false }) => isWithoutTools !== hasTools)
  // Without tools it is mostly one of the client's own questions, such as the title of a session.
  return replyOf(fitting, said) ?? { text: hasTools ? 'Understood.' : 'Scripted session' }
}

function replyOf(scenarios: readonly Scenario[], said: readonly UserMessage[]): Reply | undefined {
  let results = 0
  for (const { text, toolResults } of said.toReversed()) {
    const scenario = scenarios.find(({ match }) => match.test(text))
    if (scenario) return scenario.steps?.[results] ?? { text: scenario.end }
    results += toolResults
  }
  return undefined
}

function toUserMessage(message: JsonObject): UserMessage {
  const results = blocksOf(message).filter((block) => block.type === 'tool_result')
  return { text: typedText(message), toolResults: results.length }
}

function asksForSummary(messages: readonly JsonObject[]): boolean {
  const last = messages.at(-1)
  return last !== undefined && /create a detailed summary/i.test(textOf(last))
}

/** Clients add reminders to what the user typed; those must not choose a scenario. */
function typedText(message: JsonObject): string {
  return textOf(message)
    .replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '')
    .trim()
}

function textOf(message: JsonObject): string {
  return blocksOf(message)
    .map((block) => (typeof block.text === 'string' ? block.text : ''))
    .join('\n')
}

function blocksOf(message: JsonObject): JsonObject[] {
  const content: Json = message.content ?? []
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isJsonObject) : []
}
