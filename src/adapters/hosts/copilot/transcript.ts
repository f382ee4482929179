/**
 * Copilot's record of a session, `session-state/<id>/events.jsonl`: one event a line. Those of
 * subagents are among the others and name their agent.
 */

import type { TranscriptMessage } from '../../../core/model/host-event.ts'
import { isJsonObject, type JsonObject } from '../../../core/model/json.ts'
import { isSlashCommand } from '../shared/claude-events.ts'
import { parseLine } from '../shared/json-lines.ts'

export function readTranscript(text: string): TranscriptMessage[] {
  return text.split('\n').flatMap((line) => {
    const entry = ownEntry(line)
    const message = entry && toMessage(entry)
    return message ? [message] : []
  })
}

/** How full the context was when the model answered last. */
export function readContextTokens(text: string): number | undefined {
  for (const line of text.split('\n').reverse()) {
    const entry = ownEntry(line)
    const tokens = entry?.type === 'session.usage_record' ? tokensIn(entry.data) : 0
    if (tokens > 0) return tokens
  }
  return undefined
}

interface Entry {
  readonly type: string
  readonly data: JsonObject
}

/** Undefined for what a subagent did. */
function ownEntry(line: string): Entry | undefined {
  const { type, data, agentId } = parseLine(line) ?? {}
  if (typeof type !== 'string' || !isJsonObject(data) || agentId !== undefined) return undefined
  return { type, data }
}

function toMessage({ type, data }: Entry): TranscriptMessage | undefined {
  if (type === 'session.compaction_complete') {
    return data.success === false ? undefined : { role: 'compaction' }
  }
  const { content } = data
  if (typeof content !== 'string' || content.trim() === '') return undefined
  if (type === 'assistant.message') return { role: 'assistant', text: content }
  if (type !== 'user.message' || !isByUser(data)) return undefined
  const origin = isSlashCommand(content) ? 'command' : 'user'
  return { role: 'user', text: content, origin, hostTurnId: undefined }
}

/** What hooks, skills and other agents say in the user's place has a source of its own. */
function isByUser({ source }: JsonObject): boolean {
  return source === undefined || source === null || source === 'user'
}

/** What was read from the cache is counted in. */
function tokensIn({ usage }: JsonObject): number {
  if (!isJsonObject(usage)) return 0
  const counts = [usage.inputTokens, usage.outputTokens].filter((each) => typeof each === 'number')
  return counts.reduce((sum, each) => sum + each, 0)
}
