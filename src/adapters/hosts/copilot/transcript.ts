/**
 * Copilot's record of a session, `session-state/<id>/events.jsonl`: one event a line. Those of
 * subagents are among the others and name their agent.
 */

import type { TranscriptMessage } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import { typedOrigin } from '../shared/event-readers.ts'
import { findLastTokens, readMessages, tokenCount } from '../shared/transcript-lines.ts'

export const readTranscript = (text: string) => readMessages(text, toMessage)

export const readContextTokens = (text: string) => findLastTokens(text, tokensIn)

export const readContextWindow = (text: string) => findLastTokens(text, windowIn)

function toMessage({ type, data, agentId }: JsonObject): TranscriptMessage | undefined {
  if (!isJsonObject(data) || agentId !== undefined) return undefined
  if (type === 'session.compaction_complete') {
    return data.success === false ? undefined : { role: 'compaction' }
  }
  const { content: text } = data
  if (typeof text !== 'string' || text.trim() === '') return undefined
  if (type === 'assistant.message') return { role: 'assistant', text }
  if (type !== 'user.message' || !isByUser(data)) return undefined
  return { role: 'user', text, origin: typedOrigin(text), hostTurnId: undefined }
}

/** What hooks, skills and other agents say in the user's place has a source of its own. */
function isByUser({ source }: JsonObject): boolean {
  return source === undefined || source === null || source === 'user'
}

/** Input tokens include those read from the cache. */
function tokensIn({ type, data, agentId }: JsonObject): number {
  if (type !== 'session.usage_record' || agentId !== undefined) return 0
  const usage = isJsonObject(data) ? data.usage : undefined
  return isJsonObject(usage) ? tokenCount(usage.inputTokens) + tokenCount(usage.outputTokens) : 0
}

function windowIn({ type, data, agentId }: JsonObject): number {
  if (type !== 'tool.execution_complete' || agentId !== undefined) return 0
  return tokenCount(
    memberOf(memberOf(memberOf(data, 'toolTelemetry'), 'metrics'), 'context_token_limit'),
  )
}

const memberOf = (value: Json | undefined, name: string) =>
  isJsonObject(value) ? value[name] : undefined
