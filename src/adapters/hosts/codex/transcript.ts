/**
 * Codex's rollout file: one JSON object a line, `{type, payload}`. Messages are items of type
 * `response_item`; the events around them repeat the same words.
 */

import type { PromptOrigin, TranscriptMessage } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import { isSlashCommand } from '../shared/claude-events.ts'
import { parseLine } from '../shared/json-lines.ts'

export function readTranscript(text: string): TranscriptMessage[] {
  return text.split('\n').flatMap((line) => {
    const entry = parseLine(line)
    const message = entry && toMessage(entry)
    return message ? [message] : []
  })
}

/** How full the context was when the model answered last. */
export function readContextTokens(text: string): number | undefined {
  for (const line of text.split('\n').reverse()) {
    const tokens = tokensIn(parseLine(line)?.payload)
    if (tokens !== undefined) return tokens
  }
  return undefined
}

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
  return text === '' ? undefined : { role: 'user', text, origin: originOf(text), hostTurnId }
}

/** Older versions do not record who wrote a part; Codex's own parts begin like this. */
const byCodex =
  /^\s*(?:# AGENTS\.md instructions|<(?:user_instructions|environment_context|subagent_notification|turn_aborted|user_shell_command|skill|hook_prompt)\b)/

/** As many as there are parts: an image has no text. */
function textsIn(content: Json | undefined): string[] {
  if (!Array.isArray(content)) return []
  return content.map((part) =>
    isJsonObject(part) && typeof part.text === 'string' ? part.text : '',
  )
}

const joined = (texts: readonly string[]) =>
  texts
    .filter((text) => text !== '')
    .join('\n')
    .trim()

function tokensIn(payload: Json | undefined): number | undefined {
  if (!isJsonObject(payload ?? null)) return undefined
  const { type, info } = payload as JsonObject
  if (type !== 'token_count' || !isJsonObject(info)) return undefined
  const { last_token_usage: usage } = info
  const total = isJsonObject(usage) ? usage.total_tokens : undefined
  return typeof total === 'number' && total > 0 ? total : undefined
}

export function originOf(prompt: string): PromptOrigin {
  return isSlashCommand(prompt) ? 'command' : 'user'
}
