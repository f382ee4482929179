/**
 * Gemini CLI's record of a session: one JSON object a line. A message is written again when
 * something was added to it, and `$rewindTo` takes back a message and all that followed.
 */

import type { TranscriptMessage } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import { typedOrigin } from '../shared/event-readers.ts'
import { withoutReferencedFiles } from '../shared/referenced-files.ts'
import { findLastTokens, parseLine, tokenCount } from '../shared/transcript-lines.ts'

export function readTranscript(text: string): TranscriptMessage[] {
  const messages = new Map<string, TranscriptMessage | undefined>()
  for (const line of text.split('\n')) {
    const entry = parseLine(line)
    if (typeof entry.$rewindTo === 'string') rewind(messages, entry.$rewindTo)
    if (typeof entry.id === 'string') messages.set(entry.id, toMessage(entry))
    for (const id of snapshotsIn(entry)) messages.set(id, { role: 'compaction' })
  }
  return [...messages.values()].filter((message) => message !== undefined)
}

/** A target further back than the text we read removes everything. */
function rewind(messages: Map<string, unknown>, to: string): void {
  const ids = [...messages.keys()]
  for (const id of ids.slice(Math.max(0, ids.indexOf(to)))) messages.delete(id)
}

export function toMessage(entry: JsonObject): TranscriptMessage | undefined {
  if (entry.type === 'gemini') {
    const text = textsIn(entry.content).join('\n')
    return isBlank(text) ? undefined : { role: 'assistant', text }
  }
  if (entry.type !== 'user') return undefined
  const parts = textsIn(entry.displayContent ?? entry.content).map(asTyped)
  const text = parts.filter((part) => !isBlank(part) && !part.startsWith(sessionContext)).join('\n')
  if (isBlank(text)) return undefined
  return { role: 'user', text, origin: typedOrigin(text), hostTurnId: undefined }
}

/** What the client tells the model about its environment before the first message. */
const sessionContext = '<session_context>'

/** A compression writes all messages anew, the summary of the others first. */
function snapshotsIn({ $set }: JsonObject): string[] {
  const messages = isJsonObject($set) ? $set.messages : undefined
  if (!Array.isArray(messages)) return []
  return messages.filter(isJsonObject).flatMap(({ id, content }) => {
    const isSnapshot = textsIn(content).some((text) => text.includes('<state_snapshot>'))
    return isSnapshot && typeof id === 'string' ? [id] : []
  })
}

function textsIn(content: Json | undefined): string[] {
  if (typeof content === 'string') return [content]
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : []
  return parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
}

const isBlank = (text: string) => text.trim() === ''

/** What a person typed, without the parts that Gemini CLI adds to the prompt it reports. */
export function asTyped(prompt: string): string {
  return withoutReferencedFiles(prompt.replace(hookContext, ''))
}

/** Put before the first prompt of print mode. Nothing in it can be a tag: brackets are escaped. */
const hookContext = /^<hook_context>[^<]*<\/hook_context>(?:\n\n)?/

export const readContextTokens = (text: string) =>
  findLastTokens(text, ({ tokens }) => (isJsonObject(tokens) ? tokenCount(tokens.total) : 0))
