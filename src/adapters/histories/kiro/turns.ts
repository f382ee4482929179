/** Reads what Kiro's stores share: a conversation in which only prompts always have a time. */
import { reportsFailure } from '../../../core/activity/tool-output.ts'
import {
  isJsonObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  stringOf,
  timeOf,
} from '../../../core/model/json.ts'
import type { ImportedEvent, SkippedPart } from '../../../core/ports/history-source.ts'
import { type Conversation, createConversation, type Moment, takeLines } from '../conversation.ts'

export interface KiroSession {
  readonly id: string
  /** If this is a subagent's session, the one that started it. */
  readonly parentId?: string | undefined
  readonly cwd: string | undefined
  readonly model?: string | undefined
  /** The time for messages before the first one with a time. */
  readonly startedAt: string
}

export interface KiroTurns extends Pick<Conversation, 'call' | 'fail' | 'end'> {
  /** A message without a time gets the time of the previous one. */
  readonly at: (time: string | undefined, cwd?: string) => void
  prompt(text: string): ImportedEvent[]
  answer(text: string): void
  result(id: Json | undefined, output: Json, hasFailed: boolean): ImportedEvent[]
  compaction(summary: string): ImportedEvent[]
}

function createKiroTurns({ id, parentId, cwd, model, startedAt }: KiroSession): KiroTurns {
  const conversation = createConversation('kiro', parentId ?? id)
  const agent = parentId === undefined ? {} : { agent: { id, name: 'subagent' } }
  let moment: Moment = { at: startedAt, cwd, model, ...agent }
  return {
    ...conversation,
    at(time, folder) {
      moment = { ...moment, at: time ?? moment.at, cwd: folder ?? moment.cwd }
    },
    prompt(text) {
      if (text.trim() === '' || moment.agent) return []
      // One store keeps whole seconds, the other fractions.
      const identity = `${moment.at.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)} ${text}`
      return conversation.prompt({ identity, text }, moment)
    },
    answer(text) {
      if (text.trim() !== '') conversation.answer(undefined, text, moment)
    },
    result(callId, output, isError) {
      const hasFailed = isError || exitsBadly(output)
      return conversation.result({ id: stringOf(callId) ?? '', output, hasFailed }, moment)
    },
    compaction: (summary) =>
      conversation.compaction(`${moment.at} ${summary}`, { summary }, moment),
  }
}

function exitsBadly(output: Json): boolean {
  const status = isJsonObject(output) ? output.exit_status : undefined
  return reportsFailure(output) || (status !== undefined && Number(status) !== 0)
}

/** Reads a conversation from the database: pairs of a user's and an agent's message. */
export function* readConversation(
  session: KiroSession,
  conversation: JsonObject,
): Generator<ImportedEvent> {
  const model = stringOf(objectOf(conversation.model_info).model_id)
  const turns = createKiroTurns({ ...session, model })
  for (const pair of listOf(conversation.history)) {
    const { user, assistant, request_metadata: request } = objectOf(pair)
    yield* takeUser(objectOf(user), turns)
    turns.at(timeOf(objectOf(request).stream_end_timestamp_ms))
    takeAssistant(objectOf(assistant), turns)
  }
  yield* turns.end()
}

/** `{Prompt: {prompt}}`, `{ToolUseResults: {…}}`, or both in one after a cancelled call. */
function* takeUser(user: JsonObject, turns: KiroTurns): Generator<ImportedEvent> {
  const { env_state: environment } = objectOf(user.env_context)
  turns.at(timeOf(user.timestamp), stringOf(objectOf(environment).current_working_directory))
  for (const content of Object.values(objectOf(user.content)).map(objectOf)) {
    for (const result of listOf(content.tool_use_results).map(objectOf)) {
      const { tool_use_id: id, content: parts, status } = result
      yield* turns.result(id, outputOf(listOf(parts)), status === 'Error')
    }
    yield* turns.prompt(stringOf(content.prompt) ?? '')
  }
}

/** Most of the agent's text comes with tool calls. */
function takeAssistant({ Response, ToolUse }: JsonObject, turns: KiroTurns): void {
  const { content, tool_uses: uses } = objectOf(ToolUse ?? Response)
  turns.answer(stringOf(content) ?? '')
  for (const { id, name, args } of listOf(uses).map(objectOf)) turns.call(id, name, args)
}

function outputOf(parts: readonly Json[]): Json {
  const [first] = parts
  if (parts.length === 1 && isJsonObject(first) && first.Json !== undefined) return first.Json
  return parts.flatMap((part) => stringOf(objectOf(part).Text) ?? []).join('\n')
}

/** @param take reads a line in the format of this version of Kiro */
export async function* readKiroSession(
  session: KiroSession,
  path: string,
  take: (line: JsonObject, turns: KiroTurns) => Iterable<ImportedEvent>,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  const turns = createKiroTurns(session)
  yield* takeLines(path, (line) => take(line, turns))
  yield* turns.end()
}

const badEnds = new Set(['error', 'failed', 'aborted'])

/** Reads an event from a session folder of Kiro 3: `{id, timestamp, payload}`. */
export function* takeKiroEvent(
  { timestamp, payload }: JsonObject,
  turns: KiroTurns,
): Generator<ImportedEvent> {
  const event = objectOf(payload)
  const text = stringOf(event.content) ?? ''
  turns.at(timeOf(timestamp))
  switch (event.type) {
    case 'user':
      return yield* turns.prompt(text)
    case 'assistant':
      if (event.operationType === 'Summary') yield* turns.compaction(text)
      if (event.operationType === 'Say') turns.answer(text)
      return
    case 'tool_call':
      return turns.call(event.toolCallId, event.toolName, event.args)
    case 'tool_result': {
      const hasFailed =
        event.isError === true || event.success === false || event.status === 'error'
      return yield* turns.result(event.toolCallId, event.content ?? '', hasFailed)
    }
    case 'turn_end':
      if (badEnds.has(String(event.stopReason))) turns.fail()
  }
}

/** Reads a message from a session file of Kiro 2: `{version, kind, data}`. */
export function* takeKiroMessage(
  { kind, data }: JsonObject,
  turns: KiroTurns,
): Generator<ImportedEvent> {
  const { content, meta } = objectOf(data)
  const parts = listOf(content).map(objectOf)
  turns.at(timeOf(objectOf(meta).timestamp))
  const text = textIn(parts)
  if (kind === 'Prompt') yield* turns.prompt(text)
  if (kind === 'AssistantMessage') turns.answer(text)
  for (const part of parts) {
    const { toolUseId: id, name, input, content: output, status } = objectOf(part.data)
    if (part.kind === 'toolUse') turns.call(id, name, input)
    if (part.kind === 'toolResult')
      yield* turns.result(id, messageOutput(output), status === 'error')
  }
}

const textIn = (parts: readonly JsonObject[]) =>
  parts
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ data }) => stringOf(data) ?? [])
    .join('\n')

function messageOutput(content: Json | undefined): Json {
  const parts = listOf(content).map(objectOf)
  const [first] = parts
  if (parts.length === 1 && first?.kind === 'json' && isJsonObject(first.data)) return first.data
  return textIn(parts)
}
