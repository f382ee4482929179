/** Reads a Cursor session from its bubbles: what the user and the agent said, and each tool call. */
import { reportsFailure } from '../../../core/activity/tool-output.ts'
import {
  type Json,
  type JsonObject,
  objectOf,
  parseJson,
  stringOf,
  timeOf,
} from '../../../core/model/json.ts'
import type { HistoryItem, ImportedEvent, SkippedPart } from '../../../core/ports/history-source.ts'
import { spanIn } from '../../foreign-files/spans.ts'
import {
  type Conversation,
  contentText,
  createConversation,
  type Moment,
  takeLines,
} from '../conversation.ts'

export interface CursorSession {
  readonly id: string
  /** If this is a subagent's session, the session of the user. */
  readonly parentId: string | undefined
  readonly cwd: string | undefined
  readonly startedAt: string | undefined
  readonly model: string | undefined
}

const userBubble = 1
const thinking = 30

export function* readCursorSession(
  { id, parentId, ...session }: CursorSession,
  bubbles: Iterable<JsonObject>,
): Generator<ImportedEvent | SkippedPart> {
  const conversation = createConversation('cursor', parentId ?? id)
  const agent = parentId === undefined ? {} : { agent: { id, name: 'subagent' } }
  // Bubbles had no time before October 2025.
  let last = session.startedAt
  for (const bubble of bubbles) {
    if (bubble.type === undefined) yield { skipped: 'message that Cursor keeps only in its cloud' }
    last = timeOf(bubble.createdAt) ?? last
    if (last === undefined) continue
    const model = stringOf(objectOf(bubble.modelInfo).modelName) ?? session.model
    yield* takeBubble(bubble, { at: last, cwd: session.cwd, model, ...agent }, conversation)
  }
  yield* conversation.end()
}

function* takeBubble(
  bubble: JsonObject,
  moment: Moment,
  conversation: Conversation,
): Generator<ImportedEvent> {
  const identity = stringOf(bubble.bubbleId) ?? moment.at
  const text = typedText(stringOf(bubble.text) ?? '')
  if (bubble.toolFormerData !== undefined) {
    const tool = toTool(objectOf(bubble.toolFormerData), identity)
    if (tool) yield* conversation.tool(tool, moment)
  }
  if (bubble.capabilityType === thinking) return
  const role = bubble.type === userBubble ? 'user' : 'assistant'
  if (role === 'assistant' || !moment.agent) yield* conversation.say(role, identity, text, moment)
}

/** Removes what the editor adds to the user's text. */
function typedText(text: string): string {
  const typed = spanIn(text, '<user_query>', '</user_query>') ?? text
  return typed.trim()
}

const ended = new Set(['completed', 'error', 'cancelled'])

function toTool(
  { name, status, toolCallId, rawArgs, params, result }: JsonObject,
  bubbleId: string,
) {
  if (!ended.has(String(status))) return undefined
  const output: Json = parseJson(result) ?? result ?? ''
  return {
    id: stringOf(toolCallId) ?? bubbleId,
    name: hookName(stringOf(name) ?? 'unknown'),
    input: parseJson(rawArgs) ?? parseJson(params) ?? params,
    output,
    hasFailed: status !== 'completed' || reportsFailure(output),
  }
}

/** Cursor's hooks use another name for the terminal. */
const hookName = (name: string) => (name.startsWith('run_terminal_c') ? 'Shell' : name)

/**
 * Reads a transcript that Cursor exported. It has no times, results or models, so every event gets
 * the time of the file.
 */
export async function* readCursorTranscript(
  { path, changedAt }: HistoryItem,
  sessionId: string,
  cwd: string | undefined,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  const conversation = createConversation('cursor', sessionId)
  const moment: Moment = { at: changedAt ?? new Date(0).toISOString(), cwd }
  let number = 0
  yield* takeLines(path, ({ role, message }) => {
    number += 1
    const text = typedText(contentText(objectOf(message).content))
    return conversation.say(role, `${sessionId} ${number}`, text, moment)
  })
  yield* conversation.end()
}
