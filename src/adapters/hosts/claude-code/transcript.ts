/**
 * Claude Code's transcript: one JSON object a line, in a form the vendor calls internal. Lines that
 * are blank, broken or of an unknown form are passed over.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'

export interface TranscriptMessage {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

export function parseTranscript(text: string): TranscriptMessage[] {
  return text.split('\n').flatMap((line) => {
    const entry = parseLine(line)
    const message = entry && toMessage(entry)
    return message ? [message] : []
  })
}

/** What the assistant said last, or nothing when a person spoke after it. */
export function lastAnswer(text: string): string | undefined {
  const last = parseTranscript(text).at(-1)
  return last?.role === 'assistant' ? last.text : undefined
}

function parseLine(line: string): JsonObject | undefined {
  if (line.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(line)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Role and content are nested under `message`, or at the top in older versions. */
function toMessage(entry: JsonObject): TranscriptMessage | undefined {
  if (entry.isSidechain === true || entry.isMeta === true) return undefined
  const message = isJsonObject(entry.message) ? entry.message : entry
  const role = message.role
  if (role !== 'user' && role !== 'assistant') return undefined
  const text = joinText(message.content)
  return text === '' ? undefined : { role, text }
}

/** Text blocks and bare strings; tool calls, results and images say nothing here. */
function joinText(content: Json | undefined): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const parts = content.map((block) => {
    if (typeof block === 'string') return block
    const isText = isJsonObject(block) && block.type === 'text' && typeof block.text === 'string'
    return isText ? (block.text as string) : ''
  })
  return parts.filter((part) => part !== '').join('\n')
}
