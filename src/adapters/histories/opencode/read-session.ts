/**
 * Reads a session of OpenCode. A fork copies messages under new ids; what stays is the id of a tool
 * call, and the time and the words of what was said.
 */
import { type JsonObject, objectOf, stringOf, timeOf } from '../../../core/model/json.ts'
import type { ImportedEvent } from '../../../core/ports/history-source.ts'
import { type Conversation, createConversation, type Moment } from '../conversation.ts'

export interface OpenCodeSession {
  readonly id: string
  /** Of a subagent's session. */
  readonly parentId: string | undefined
  readonly folder: string | undefined
  readonly startedAt: string | undefined
  readonly updatedAt: string | undefined
  readonly bytes: number
}

export interface OpenCodeMessage {
  readonly info: JsonObject
  readonly parts: readonly JsonObject[]
}

/** @param root the session in which a person speaks */
export async function* readOpenCodeSession(
  session: OpenCodeSession,
  root: string,
  messages: Iterable<OpenCodeMessage> | AsyncIterable<OpenCodeMessage>,
): AsyncGenerator<ImportedEvent> {
  const conversation = createConversation('opencode', root)
  for await (const message of messages) {
    yield* takeMessage(message, session, session.id !== root, conversation)
  }
  yield* conversation.end()
}

function* takeMessage(
  { info, parts }: OpenCodeMessage,
  session: OpenCodeSession,
  isSubagent: boolean,
  conversation: Conversation,
): Generator<ImportedEvent> {
  const at = timeOf(objectOf(info.time).created)
  if (at === undefined) return
  const moment: Moment = {
    at,
    cwd: stringOf(objectOf(info.path).cwd) ?? session.folder,
    model: stringOf(info.modelID) ?? stringOf(objectOf(info.model).modelID),
    ...(isSubagent && { agent: { id: session.id, name: stringOf(info.agent) ?? 'subagent' } }),
  }
  const text = textIn(parts)
  if (parts.some(({ type }) => type === 'compaction')) {
    return yield* conversation.compaction(at, {}, moment)
  }
  if (info.role === 'user') {
    const typed = withoutQuotes(text)
    if (typed === '' || isSubagent) return
    return yield* conversation.prompt({ identity: `${at} ${typed}`, text: typed }, moment)
  }
  for (const part of parts) yield* takePart(part, moment, conversation)
  if (info.error !== undefined && info.error !== null) conversation.fail()
  // A summary only repeats what was said before.
  if (text !== '' && info.summary !== true) conversation.answer(`${at} ${text}`, text, moment)
}

/** `synthetic` parts were not typed, but added by the client. */
function textIn(parts: readonly JsonObject[]): string {
  return parts
    .filter(({ type, synthetic }) => type === 'text' && synthetic !== true)
    .flatMap((part) => stringOf(part.text) ?? [])
    .join('\n')
    .trim()
}

/** `opencode run` puts them round prompts of several words. */
const withoutQuotes = (text: string) => text.replace(/^"([^"]*)"$/, '$1')

function* takePart(
  part: JsonObject,
  moment: Moment,
  conversation: Conversation,
): Generator<ImportedEvent> {
  const id = stringOf(part.callID)
  const state = objectOf(part.state)
  const isDone = state.status === 'completed' || state.status === 'error'
  if (part.type !== 'tool' || id === undefined || !isDone) return
  const { start, end } = objectOf(state.time)
  const { exit } = objectOf(state.metadata)
  const exitsBadly = typeof exit === 'number' && exit !== 0
  const hasFailed = state.status === 'error' || exitsBadly || part.tool === 'invalid'
  const tool = {
    id,
    name: part.tool,
    input: state.input,
    output: stringOf(state.output) ?? stringOf(state.error) ?? '',
    hasFailed,
    durationMs: typeof start === 'number' && typeof end === 'number' ? end - start : undefined,
  }
  yield* conversation.tool(tool, { ...moment, at: timeOf(end) ?? moment.at })
}
