/** Reads a session of Cline's command line: messages of Anthropic's API, each with a time. */
import type { Json, JsonObject } from '../../../core/model/json.ts'
import { listOf, objectOf, stringOf, timeOf } from '../../../core/model/json-values.ts'
import type { ImportedEvent } from '../../../core/ports/history-source.ts'
import { typedOrigin } from '../../hosts/shared/event-readers.ts'
import { createConversation, type Moment } from '../shared/conversation.ts'
import { blocksOf, finishedCalls, textIn } from './tool-calls.ts'
import { typedText } from './typed-text.ts'

export interface ClineSession {
  readonly id: string
  readonly cwd: string | undefined
  readonly model: string | undefined
  readonly startedAt: string
}

export function* readClineSession(
  host: string,
  { id: sessionId, cwd, model, startedAt }: ClineSession,
  content: Json,
): Generator<ImportedEvent> {
  const conversation = createConversation(host, sessionId)
  const messages = (Array.isArray(content) ? content : listOf(objectOf(content).messages)).map(
    objectOf,
  )
  const calls = new Map(finishedCalls(messages, sessionId).map((call) => [call.id, call]))
  let last: Moment = { at: startedAt, cwd, model }
  for (const message of messages) {
    last = { ...last, at: timeOf(message.ts) ?? last.at, model: modelOf(message) ?? model }
    const blocks = blocksOf(message.content)
    for (const { tool_use_id: id } of blocks) {
      const call = calls.get(stringOf(id) ?? '')
      if (!call) continue
      conversation.call(call.id, call.name, call.input)
      const outcome = call.hasFailed ? 'failed' : 'ok'
      yield* conversation.result({ id: call.id, output: call.output, outcome }, last)
    }
    const text = typedText(textIn(blocks))
    const identity = `${last.at} ${text}`
    if (text === '') continue
    if (message.role === 'assistant') conversation.answer(identity, text, last)
    if (message.role === 'error') conversation.fail()
    if (message.role === 'user')
      yield* conversation.prompt({ identity, text, origin: typedOrigin(text) }, last)
  }
  yield* conversation.end()
}

const modelOf = ({ modelInfo }: JsonObject) => stringOf(objectOf(modelInfo).id)
