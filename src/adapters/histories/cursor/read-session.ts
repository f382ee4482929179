/** Reads a session of Cursor from its bubbles: what the user and the agent said, and each tool call. */
import { reportsFailure } from '../../../core/activity/tool-output.ts'
import {
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  parseJson,
  stringOf,
  timeOf,
} from '../../../core/model/json.ts'
import {
  type HistoryItem,
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../../core/ports/history-source.ts'
import { readJsonLines } from '../../foreign-files/read-lines.ts'
import { spanIn } from '../../foreign-files/spans.ts'
import { typedOrigin } from '../../hosts/shared/event-readers.ts'
import { type Conversation, createConversation, type Moment } from '../conversation.ts'

export const cursor = 'cursor'

export interface CursorSession {
  readonly id: string
  /** The session in which a person speaks, if this one is a subagent's. */
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
  const conversation = createConversation(cursor, parentId ?? id)
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
    yield* takeTool(objectOf(bubble.toolFormerData), identity, moment, conversation)
  }
  if (text === '' || bubble.capabilityType === thinking) return
  if (bubble.type !== userBubble) return conversation.answer(identity, text, moment)
  if (moment.agent) return
  yield* conversation.prompt({ identity, text, origin: typedOrigin(text) }, moment)
}

/** What else is in the message was added by the editor. */
function typedText(text: string): string {
  const typed = spanIn(text, '<user_query>', '</user_query>') ?? text
  return typed.trim()
}

const ended = new Set(['completed', 'error', 'cancelled'])

function* takeTool(
  { name, status, toolCallId, rawArgs, params, result }: JsonObject,
  bubbleId: string,
  moment: Moment,
  conversation: Conversation,
): Generator<ImportedEvent> {
  if (!ended.has(String(status))) return
  const id = stringOf(toolCallId) ?? bubbleId
  const input = parseJson(rawArgs) ?? parseJson(params) ?? params ?? null
  const output: Json = parseJson(result) ?? result ?? ''
  const hasFailed = status !== 'completed' || reportsFailure(output)
  conversation.call(id, hookName(stringOf(name) ?? 'unknown'), input)
  yield* conversation.result({ id, output, outcome: hasFailed ? 'failed' : 'ok' }, moment)
}

/** Cursor's hooks call the terminal otherwise. */
const hookName = (name: string) => (name.startsWith('run_terminal_c') ? 'Shell' : name)

// Reads the transcript that Cursor exports of a session: no times, no results, no model. It serves
// only for sessions that are no longer in the database.

/** The file's own time stands for all of it. */
export async function* readCursorTranscript(
  { path, changedAt }: HistoryItem,
  sessionId: string,
  cwd: string | undefined,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  const conversation = createConversation(cursor, sessionId)
  const moment: Moment = { at: changedAt ?? new Date(0).toISOString(), cwd }
  let number = 0
  for await (const line of readJsonLines(path)) {
    number += 1
    if (isSkipped(line)) {
      yield line
      continue
    }
    const { role, message } = line.entry
    const parts = listOf(objectOf(message).content).map(objectOf)
    const text = typedText(parts.flatMap((part) => stringOf(part.text) ?? []).join('\n'))
    const identity = `${sessionId} ${number}`
    if (text === '') continue
    if (role === 'assistant') conversation.answer(identity, text, moment)
    if (role === 'user')
      yield* conversation.prompt({ identity, text, origin: typedOrigin(text) }, moment)
  }
  yield* conversation.end()
}
