/**
 * Claude Code's transcript: one JSON object a line, in a form the vendor calls internal. Lines that
 * are blank, broken or of an unknown form are passed over.
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

/** How an unmarked summary begins. */
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

export function originOf(prompt: string): PromptOrigin {
  if (prompt.startsWith('<task-notification>')) return 'notification'
  return isSlashCommand(prompt) ? 'command' : 'user'
}

/**
 * What a person typed, out of a message that goes by theirs: Claude Code wraps slash commands and
 * adds notices, command output and marks of interruption of its own.
 */

/** @returns empty when nothing in it was typed */
function asTyped(content: string): string {
  const text = content.trim()
  if (/^<command-(?:name|message)>/.test(text)) return typedCommand(text)
  return text.replace(additions, '').replace(interruption, '').trim()
}

/** A slash command with its arguments, as the hook reports it. */
function typedCommand(text: string): string {
  const name = elementIn(text, 'command-name') || elementIn(text, 'command-message')
  return `/${name.replace(/^\//, '')} ${elementIn(text, 'command-args')}`.trim()
}

function elementIn(text: string, name: string): string {
  const start = text.indexOf(`<${name}>`)
  if (start < 0) return ''
  const content = text.slice(start + name.length + 2)
  const end = content.indexOf(`</${name}>`)
  return content.slice(0, end < 0 ? content.length : end).trim()
}

const added = [
  'system-reminder',
  'local-command-caveat',
  'local-command-stdout',
  'local-command-stderr',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'session-start-hook',
  'user-prompt-submit-hook',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
].join('|')

/** At the start of a line only: elsewhere a person may be speaking of the tag. */
const additions = new RegExp(`^(?:[ \\t]*<(${added})(?:\\s[^<>]*)?>[^]*?(?:</\\1>|(?![^])))+`, 'gm')

const interruption = /^\[Request interrupted by user[^\]\n]*\]$/gm

/** The size of the context at the model's last answer, by the usage in the transcript. */
export function readContextTokens(text: string): number | undefined {
  for (const line of text.split('\n').reverse()) {
    const tokens = tokensIn(parseLine(line))
    if (tokens > 0) return tokens
  }
  return undefined
}

/** Subagents have a context of their own; what the client says itself cost nothing. */
function tokensIn(entry: JsonObject | undefined): number {
  if (!entry || entry.isSidechain === true || !isJsonObject(entry.message)) return 0
  const { usage } = entry.message
  if (!isJsonObject(usage)) return 0
  return (
    count(usage.input_tokens) +
    count(usage.cache_creation_input_tokens) +
    count(usage.cache_read_input_tokens) +
    count(usage.output_tokens)
  )
}

const count = (value: Json | undefined) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
