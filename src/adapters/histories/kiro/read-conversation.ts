/** Reads a conversation of Kiro's database: pairs of what the user and the agent sent. */
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import { listOf, objectOf, stringOf, timeOf } from '../../../core/model/json-values.ts'
import type { ImportedEvent } from '../../../core/ports/history-source.ts'
import { createKiroTurns, type KiroSession, type KiroTurns } from './turns.ts'

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
