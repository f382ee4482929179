/** What all of Kiro's stores have in common: a conversation in which only prompts surely have a time. */
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
import {
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../../core/ports/history-source.ts'
import { readJsonLines } from '../../foreign-files/read-lines.ts'
import { typedOrigin } from '../../hosts/shared/event-readers.ts'
import { createConversation, type Moment } from '../conversation.ts'

export const kiro = 'kiro'

export interface KiroSession {
  readonly id: string
  /** The session that started this one, if it is a subagent's. */
  readonly parentId?: string | undefined
  readonly cwd: string | undefined
  readonly model?: string | undefined
  /** For what comes before anything with a time. */
  readonly startedAt: string
}

export interface KiroTurns {
  /** A message without a time of its own happened when the last one did. */
  readonly at: (time: string | undefined, cwd?: string) => void
  prompt(text: string): ImportedEvent[]
  answer(text: string): void
  call(id: string, name: string, input: Json): void
  result(id: string, output: Json, hasFailed: boolean): ImportedEvent[]
  compaction(summary: string): ImportedEvent[]
  fail(): void
  end(): ImportedEvent[]
}

function createKiroTurns({ id, parentId, cwd, model, startedAt }: KiroSession): KiroTurns {
  const conversation = createConversation(kiro, parentId ?? id)
  const agent = parentId === undefined ? {} : { agent: { id, name: 'subagent' } }
  let moment: Moment = { at: startedAt, cwd, model, ...agent }
  return {
    at(time, folder) {
      moment = { ...moment, at: time ?? moment.at, cwd: folder ?? moment.cwd }
    },
    prompt(text) {
      if (text.trim() === '' || moment.agent) return []
      // One store counts seconds, the other smaller parts of them.
      const identity = `${moment.at.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)} ${text}`
      return conversation.prompt({ identity, text, origin: typedOrigin(text) }, moment)
    },
    answer(text) {
      if (text.trim() !== '') conversation.answer(undefined, text, moment)
    },
    call: conversation.call,
    result(callId, output, hasFailed) {
      const outcome = hasFailed || exitsBadly(output) ? 'failed' : 'ok'
      return conversation.result({ id: callId, output, outcome }, moment)
    },
    compaction: (summary) =>
      conversation.compaction(`${moment.at} ${summary}`, { trigger: 'unknown', summary }, moment),
    fail: conversation.fail,
    end: conversation.end,
  }
}

function exitsBadly(output: Json): boolean {
  const status = isJsonObject(output) ? output.exit_status : undefined
  return reportsFailure(output) || (status !== undefined && Number(status) !== 0)
}

// Reads a conversation of Kiro's database: pairs of what the user and the agent sent.

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
      yield* turns.result(stringOf(id) ?? '', outputOf(listOf(parts)), status === 'Error')
    }
    yield* turns.prompt(stringOf(content.prompt) ?? '')
  }
}

/** Most of what the agent says comes with tool calls. */
function takeAssistant({ Response, ToolUse }: JsonObject, turns: KiroTurns): void {
  const { content, tool_uses: uses } = objectOf(ToolUse ?? Response)
  turns.answer(stringOf(content) ?? '')
  for (const { id, name, args } of listOf(uses).map(objectOf)) {
    turns.call(stringOf(id) ?? '', stringOf(name) ?? 'unknown', args ?? null)
  }
}

function outputOf(parts: readonly Json[]): Json {
  const [first] = parts
  if (parts.length === 1 && isJsonObject(first) && first.Json !== undefined) return first.Json
  return parts.flatMap((part) => stringOf(objectOf(part).Text) ?? []).join('\n')
}

// Reads a session that Kiro keeps as lines of JSON, whatever a line holds.

type TakeKiroLine = (line: JsonObject, turns: KiroTurns) => Iterable<ImportedEvent>

export async function* readKiroSession(
  session: KiroSession,
  path: string,
  take: TakeKiroLine,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  const turns = createKiroTurns(session)
  for await (const line of readJsonLines(path)) {
    if (isSkipped(line)) yield line
    else yield* take(line.entry, turns)
  }
  yield* turns.end()
}

// An event of a session folder of Kiro 3: `{id, timestamp, payload}`.

const badEnds = new Set(['error', 'failed', 'aborted'])

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
      return turns.call(
        stringOf(event.toolCallId) ?? '',
        stringOf(event.toolName) ?? 'unknown',
        event.args ?? null,
      )
    case 'tool_result': {
      const hasFailed =
        event.isError === true || event.success === false || event.status === 'error'
      const output = event.content ?? ''
      return yield* turns.result(stringOf(event.toolCallId) ?? '', output, hasFailed)
    }
    case 'turn_end':
      if (badEnds.has(String(event.stopReason))) turns.fail()
  }
}

// A message of a session file of Kiro 2: `{version, kind, data}`.

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
    const { toolUseId, name, input, content: output, status } = objectOf(part.data)
    const id = stringOf(toolUseId) ?? ''
    if (part.kind === 'toolUse') turns.call(id, stringOf(name) ?? 'unknown', input ?? null)
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
