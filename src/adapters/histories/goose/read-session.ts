/**
 * Reads a session of Goose. A copy of a session has messages under new ids; what stays is the time
 * and the words, and the id of a tool call.
 */
import { reportsFailure } from '../../../core/activity/tool-output.ts'
import type { Json, JsonObject } from '../../../core/model/json.ts'
import { listOf, objectOf, stringOf, timeOf } from '../../../core/model/json-values.ts'
import type { ImportedEvent } from '../../../core/ports/history-source.ts'
import { typedOrigin } from '../../hosts/shared/event-readers.ts'
import { type Conversation, createConversation, type Moment } from '../shared/conversation.ts'

export const goose = 'goose'

export interface GooseMessage {
  readonly role: 'user' | 'assistant'
  readonly at: string
  readonly parts: readonly JsonObject[]
  /** Written for the model: the user never saw it. */
  readonly isHidden: boolean
}

/** From a row of the database, or a line of the older files. */
export function toGooseMessage({
  role,
  content,
  created,
  metadata,
}: JsonObject): GooseMessage | undefined {
  const at = timeOf(created)
  if ((role !== 'user' && role !== 'assistant') || at === undefined) return undefined
  if (!Array.isArray(content)) return undefined
  const isHidden = objectOf(metadata).userVisible === false
  return { role, at, parts: listOf(content).map(objectOf), isHidden }
}

export interface GooseReader {
  take(message: GooseMessage): Generator<ImportedEvent>
  end(): ImportedEvent[]
}

export function createGooseReader(
  sessionId: string,
  { cwd, model }: Pick<Moment, 'cwd' | 'model'>,
): GooseReader {
  const conversation = createConversation(goose, sessionId)
  return {
    *take(message) {
      yield* takeMessage(message, { at: message.at, cwd, model }, conversation)
    },
    end: conversation.end,
  }
}

function* takeMessage(
  { role, at, parts, isHidden }: GooseMessage,
  moment: Moment,
  conversation: Conversation,
): Generator<ImportedEvent> {
  for (const part of parts) yield* takePart(part, moment, conversation)
  const text = parts
    .filter(({ type }) => type === 'text')
    .flatMap((part) => stringOf(part.text) ?? [])
    .join('\n')
    .trim()
  if (text === '' || isHidden) return
  const identity = `${at} ${text}`
  if (role === 'assistant') return conversation.answer(identity, text, moment)
  yield* conversation.prompt({ identity, text, origin: typedOrigin(text) }, moment)
}

function* takePart(
  part: JsonObject,
  moment: Moment,
  conversation: Conversation,
): Generator<ImportedEvent> {
  const id = stringOf(part.id) ?? ''
  if (part.type === 'toolRequest') {
    const { name, arguments: input } = objectOf(objectOf(part.toolCall).value)
    conversation.call(id, stringOf(name) ?? 'unknown', input ?? null)
  }
  if (part.type !== 'toolResponse') return
  const { status, value, error } = objectOf(part.toolResult)
  const output = value ?? error ?? ''
  const hasFailed = status === 'error' || reportsFailure(output)
  yield* conversation.result(
    { id, output: asText(output), outcome: hasFailed ? 'failed' : 'ok' },
    moment,
  )
}

/** A list of contents, or since 2026 an object around it. */
function asText(output: Json): Json {
  const contents = Array.isArray(output) ? output : objectOf(output).content
  if (!Array.isArray(contents)) return output
  return contents.flatMap((each) => stringOf(objectOf(each).text) ?? []).join('\n')
}
