/**
 * Decides what the fake model says next. It remembers nothing: the conversation in the request
 * tells how far a scenario has come, so parallel sessions and resumed ones need no bookkeeping.
 */
import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.ts'

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

export interface ToolCall {
  readonly name: string
  readonly input: JsonObject
}

export type Reply = Step | { readonly text: string }

export const compactionSummary = 'The user had files listed and decided to use pnpm.'

export function nextReply(scenarios: readonly Scenario[], request: JsonObject): Reply {
  const messages = Array.isArray(request.messages) ? request.messages.filter(isJsonObject) : []
  if (asksForSummary(messages)) {
    return { text: `<analysis>Short.</analysis>\n<summary>\n${compactionSummary}\n</summary>` }
  }
  const hasTools = Array.isArray(request.tools) && request.tools.length > 0
  const fitting = scenarios.filter(({ isWithoutTools = false }) => isWithoutTools !== hasTools)
  // Without tools it is mostly one of the client's own questions, such as the title of a session.
  return replyOf(fitting, messages) ?? { text: hasTools ? 'Understood.' : 'Scripted session' }
}

function replyOf(
  scenarios: readonly Scenario[],
  messages: readonly JsonObject[],
): Reply | undefined {
  let toolResults = 0
  for (const message of messages.toReversed()) {
    if (message.role !== 'user') continue
    const text = typedText(message)
    const scenario = scenarios.find(({ match }) => match.test(text))
    if (scenario) return scenario.steps?.[toolResults] ?? { text: scenario.end }
    toolResults += blocksOf(message).filter((block) => block.type === 'tool_result').length
  }
  return undefined
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
