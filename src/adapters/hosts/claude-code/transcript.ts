/**
 * Claude Code's transcript: one JSON object a line, in a form the vendor calls internal. Lines that
 * are blank, broken or of an unknown form are passed over.
 */

import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import type { TranscriptMessage } from '../../../core/model/transcript-message.ts'
import { parseLine } from '../json-lines.ts'
import { originOf } from './prompt-origin.ts'
import { asTyped } from './typed-text.ts'

export function readTranscript(text: string): TranscriptMessage[] {
  return text.split('\n').flatMap((line) => {
    const entry = parseLine(line)
    const message = entry && toMessage(entry)
    return message ? [message] : []
  })
}

/** Of other types, some hold messages too: copies of what was sent to the model. */
const spokenTypes: readonly (Json | undefined)[] = ['user', 'assistant', 'message', undefined]

/** Role and content are nested under `message`, or at the top in older versions. */
function toMessage(entry: JsonObject): TranscriptMessage | undefined {
  if (entry.isSidechain === true) return undefined
  if (isBoundary(entry)) return { role: 'compaction' }
  if (!spokenTypes.includes(entry.type) || isByClient(entry)) return undefined
  const message = isJsonObject(entry.message) ? entry.message : entry
  const text = joinText(message.content)
  if (message.role === 'assistant') return isBlank(text) ? undefined : { role: 'assistant', text }
  return message.role === 'user' ? toPrompt(text, entry.promptId) : undefined
}

function toPrompt(content: string, promptId: Json | undefined): TranscriptMessage | undefined {
  if (content.startsWith(summaryStart)) return { role: 'compaction' }
  const text = asTyped(content)
  const hostTurnId = typeof promptId === 'string' ? promptId : undefined
  return isBlank(text) ? undefined : { role: 'user', text, origin: originOf(text), hostTurnId }
}

/** A compaction leaves a line of its own and, as a message of the user, its summary. */
function isBoundary(entry: JsonObject): boolean {
  return entry.subtype === 'compact_boundary' || entry.isCompactSummary === true
}

/** How the summary begins where no mark tells it. */
const summaryStart = 'This session is being continued from a previous conversation'

/** Expansions of commands, notices, and errors in the place of an answer. */
function isByClient(entry: JsonObject): boolean {
  return entry.isMeta === true || entry.isApiErrorMessage === true
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

const isBlank = (text: string) => text.trim() === ''
