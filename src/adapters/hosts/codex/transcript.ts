/**
 * Codex's rollout file: one JSON object a line, `{type, payload}`. Messages are items of type
 * `response_item`; the events around them repeat the same words.
 */

import type { TranscriptMessage } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import { typedOrigin } from '../shared/event-readers.ts'
import { findLastTokens, readMessages, tokenCount } from '../shared/transcript-lines.ts'

export const readTranscript = (text: string) => readMessages(text, toMessage)

export const readContextTokens = (text: string) => findLastTokens(text, tokensIn)

export const readContextWindow = (text: string) => findLastTokens(text, windowIn)

function toMessage({ type, payload, metadata }: JsonObject): TranscriptMessage | undefined {
  if (type === 'compacted') return { role: 'compaction' }
  if (type !== 'response_item' || !isJsonObject(payload) || payload.type !== 'message') return
  const isSummary = isJsonObject(metadata) && metadata.compaction_output === true
  const { role } = payload
  if (role === 'assistant' && !isSummary) {
    const text = joined(textsIn(payload.content))
    return text === '' ? undefined : { role, text }
  }
  return role === 'user' ? toPrompt(payload) : undefined
}

function toPrompt(message: JsonObject): TranscriptMessage | undefined {
  const { internal_chat_message_metadata_passthrough: about } = message
  const { content_item_kinds: kinds, turn_id } = isJsonObject(about) ? about : {}
  const texts = textsIn(message.content)
  const typed = Array.isArray(kinds)
    ? texts.filter((_, index) => kinds[index] === 'user.text')
    : texts.filter((text) => !byCodex.test(text))
  const text = joined(typed)
  const hostTurnId = typeof turn_id === 'string' ? turn_id : undefined
  return text === '' ? undefined : { role: 'user', text, origin: typedOrigin(text), hostTurnId }
}

/** Older versions do not record who wrote a part; Codex's own parts begin like this. */
const byCodex =
  /^\s*(?:# AGENTS\.md instructions|<(?:user_instructions|environment_context|subagent_notification|turn_aborted|user_shell_command|skill|hook_prompt)\b)/

/** One text for each part, empty for an image. */
function textsIn(content: Json | undefined): string[] {
  if (!Array.isArray(content)) return []
  return content.map((part) =>
    isJsonObject(part) && typeof part.text === 'string' ? part.text : '',
  )
}

const joined = (texts: readonly string[]) => texts.filter(Boolean).join('\n').trim()

function tokensIn(line: JsonObject): number {
  const { last_token_usage: usage } = tokenInfoIn(line)
  return isJsonObject(usage) ? tokenCount(usage.total_tokens) : 0
}

const windowIn = (line: JsonObject) => tokenCount(tokenInfoIn(line).model_context_window)

function tokenInfoIn({ payload }: JsonObject): JsonObject {
  if (!isJsonObject(payload) || payload.type !== 'token_count') return {}
  return isJsonObject(payload.info) ? payload.info : {}
}
