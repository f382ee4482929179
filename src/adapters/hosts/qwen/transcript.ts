/** Qwen Code's record of a session: one JSON object a line, with contents as Gemini CLI has them. */

import type { TranscriptMessage } from '../../../core/model/host-event.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { listOf, objectOf, stringOf } from '../../../core/model/json-values.ts'
import { typedOrigin } from '../shared/event-readers.ts'
import { withoutReferencedFiles } from '../shared/referenced-files.ts'
import { findLastTokens, readMessages, tokenCount } from '../shared/transcript-lines.ts'

export const readTranscript = (text: string) => readMessages(text, toMessage)

export const readContextTokens = (text: string) => findLastTokens(text, tokensIn)

function toMessage(entry: JsonObject): TranscriptMessage | undefined {
  if (entry.agentId !== undefined) return undefined
  if (entry.subtype === 'chat_compression') return { role: 'compaction' }
  if (entry.type === 'assistant') {
    const text = textsIn(entry).join('\n')
    return text.trim() === '' ? undefined : { role: 'assistant', text }
  }
  const text = typedIn(entry)
  if (text === undefined) return undefined
  return { role: 'user', text, origin: typedOrigin(text), hostTurnId: undefined }
}

/**
 * What a person typed. Finished background agents, schedules and goals are records of the user too,
 * and a prompt has the context of hooks and the contents of files as further parts.
 * @returns undefined for a record that has no words of a person
 */
export function typedIn(entry: JsonObject): string | undefined {
  if (entry.type !== 'user' || !typedSubtypes.includes(entry.subtype)) return undefined
  const shown = stringOf(objectOf(entry.systemPayload).displayText)
  const parts = textsIn(entry).filter((text) => !text.startsWith(hookContext))
  const text = withoutReferencedFiles(shown ?? parts.join('\n'))
  return text.trim() === '' ? undefined : text
}

const typedSubtypes: readonly unknown[] = [undefined, 'mid_turn_user_message']

const hookContext = '<qwen:user-prompt-submit-context>'

const textsIn = ({ message }: JsonObject) =>
  listOf(objectOf(message).parts).flatMap((part) => stringOf(objectOf(part).text) ?? [])

function tokensIn({ agentId, usageMetadata }: JsonObject): number {
  return agentId === undefined ? tokenCount(objectOf(usageMetadata).totalTokenCount) : 0
}
