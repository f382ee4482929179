/** Reads a session of Qwen Code: records as Claude Code's, with contents as Gemini CLI's. */
import { reportsFailure } from '../../../core/activity/tool-output.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { listOf, objectOf, stringOf, timeOf } from '../../../core/model/json-values.ts'
import {
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../../core/ports/history-source.ts'
import { readJsonLines } from '../../foreign-files/read-lines.ts'
import { typedIn } from '../../hosts/qwen/transcript.ts'
import { typedOrigin } from '../../hosts/shared/event-readers.ts'
import { type Conversation, createConversation, type Moment } from '../shared/conversation.ts'

export const qwen = 'qwen'

const marks = [
  '"type":"user"',
  '"type":"assistant"',
  '"type":"tool_result"',
  '"subtype":"chat_compression"',
]

export async function* readQwenSession(
  path: string,
  sessionId: string,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  const conversation = createConversation(qwen, sessionId)
  for await (const line of readJsonLines(path, { marks })) {
    if (isSkipped(line)) yield line
    else yield* takeRecord(line.entry, conversation)
  }
  yield* conversation.end()
}

function* takeRecord(entry: JsonObject, conversation: Conversation): Generator<ImportedEvent> {
  const moment = momentOf(entry)
  const uuid = stringOf(entry.uuid)
  if (!moment || uuid === undefined) return
  const parts = listOf(objectOf(entry.message).parts).map(objectOf)
  const text = parts.flatMap((part) => stringOf(part.text) ?? []).join('\n')
  switch (entry.subtype === 'chat_compression' ? 'compression' : entry.type) {
    case 'user': {
      const typed = typedIn(entry)
      if (moment.agent || typed === undefined) return
      const origin = typedOrigin(typed)
      return yield* conversation.prompt({ identity: uuid, text: typed, origin }, moment)
    }
    case 'assistant':
      for (const { functionCall } of parts) {
        const { id, name, args } = objectOf(functionCall)
        if (stringOf(id)) conversation.call(String(id), stringOf(name) ?? 'unknown', args ?? null)
      }
      if (text.trim() !== '') conversation.answer(uuid, text, moment)
      return
    case 'tool_result':
      for (const part of parts) yield* takeResult(part, moment, conversation)
      return
    case 'compression': {
      const { triggerReason } = objectOf(objectOf(entry.systemPayload).info)
      const detail = { trigger: stringOf(triggerReason) ?? 'unknown' }
      return yield* conversation.compaction(uuid, detail, moment)
    }
  }
}

function* takeResult(
  { functionResponse }: JsonObject,
  moment: Moment,
  conversation: Conversation,
): Generator<ImportedEvent> {
  const { id, name, response } = objectOf(functionResponse)
  const { output, error } = objectOf(response)
  const said = stringOf(output) ?? stringOf(error) ?? ''
  const hasFailed =
    stringOf(error) !== undefined || (name === 'run_shell_command' && reportsFailure(said))
  const outcome = hasFailed ? 'failed' : 'ok'
  yield* conversation.result({ id: stringOf(id) ?? '', output: said, outcome }, moment)
}

function momentOf(entry: JsonObject): Moment | undefined {
  const at = timeOf(entry.timestamp)
  if (at === undefined) return undefined
  const id = stringOf(entry.agentId)
  return {
    at,
    cwd: stringOf(entry.cwd),
    branch: stringOf(entry.gitBranch),
    model: stringOf(entry.model),
    ...(id !== undefined && { agent: { id, name: stringOf(entry.agentName) ?? 'subagent' } }),
  }
}
