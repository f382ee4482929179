/** Claude Code's transcript: one JSON object per line, in a format the vendor calls internal. */
import type { PromptOrigin, TranscriptMessage } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import { type Aside, answersIn, commentsIn } from '../../../core/provenance/said-in-tools.ts'
import { typedOrigin } from '../shared/event-readers.ts'
import { readMessages, tokenCount } from '../shared/transcript-lines.ts'

export function readTranscript(text: string): TranscriptMessage[] {
  const reader = createAsideReader()
  return readMessages(text, (entry) => toMessages(entry, reader))
}

/** Some other entry types copy what was sent to the model. */
const spokenTypes: readonly (Json | undefined)[] = ['user', 'assistant', 'message', undefined]

/** Role and content are nested under `message`; older versions put them at the top level. */
export function toMessages(entry: JsonObject, reader: AsideReader): TranscriptMessage[] {
  if (entry.isSidechain === true) return []
  if (isBoundary(entry)) return [{ role: 'compaction' }]
  if (!spokenTypes.includes(entry.type) || isByClient(entry)) return []
  const message = isJsonObject(entry.message) ? entry.message : entry
  const asides = reader.asidesIn(entry, message.content)
  const text = joinText(message.content)
  if (message.role === 'assistant') return isBlank(text) ? [] : [{ role: 'assistant', text }]
  const prompt = message.role === 'user' ? toPrompt(text, entry.promptId) : undefined
  return prompt ? [...asides, prompt] : asides
}

function toPrompt(content: string, promptId: Json | undefined): TranscriptMessage | undefined {
  if (content.startsWith(summaryStart)) return { role: 'compaction' }
  const text = asTyped(content)
  const hostTurnId = typeof promptId === 'string' ? promptId : undefined
  return isBlank(text) ? undefined : { role: 'user', text, origin: originOf(text), hostTurnId }
}

/** A compaction writes its own line and, as a user message, its summary. */
function isBoundary(entry: JsonObject): boolean {
  return entry.subtype === 'compact_boundary' || entry.isCompactSummary === true
}

/** How a summary starts if nothing marks it. */
const summaryStart = 'This session is being continued from a previous conversation'

/** Expanded commands, notices, and errors shown in place of an answer. */
function isByClient(entry: JsonObject): boolean {
  return entry.isMeta === true || entry.isApiErrorMessage === true
}

/** Joins text blocks and bare strings; skips tool calls, results and images. */
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
  return typedOrigin(prompt)
}

/**
 * Extracts what a person typed. Claude Code wraps slash commands, and adds notices, command output
 * and interruption marks to user messages.
 * @returns an empty string if nobody typed anything
 */
export function asTyped(content: string): string {
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

/** Only at the start of a line: elsewhere a person may be writing about the tag. */
const additions = new RegExp(`^(?:[ \\t]*<(${added})(?:\\s[^<>]*)?>[^]*?(?:</\\1>|(?![^])))+`, 'gm')

const interruption = /^\[Request interrupted by user[^\]\n]*\]$/gm

/** Subagents have their own context, and messages written by the client use no tokens. */
export function tokensIn({ isSidechain, message }: JsonObject): number {
  if (isSidechain === true || !isJsonObject(message) || !isJsonObject(message.usage)) return 0
  const { usage } = message
  return (
    tokenCount(usage.input_tokens) +
    tokenCount(usage.cache_creation_input_tokens) +
    tokenCount(usage.cache_read_input_tokens) +
    tokenCount(usage.output_tokens)
  )
}

/** Finds what the user says inside tool results: comments on refused calls, answers to questions. */
interface AsideReader {
  /** Call it in transcript order: a result does not name its tool, only the call does. */
  asidesIn(entry: JsonObject, content: Json | undefined): TranscriptMessage[]
}

export function createAsideReader(): AsideReader {
  const names = new Map<string, string>()
  return {
    asidesIn(entry, content) {
      const blocks = Array.isArray(content) ? content.filter(isJsonObject) : []
      for (const { type, id, name } of blocks) {
        if (type === 'tool_use' && typeof id === 'string' && typeof name === 'string')
          names.set(id, name)
      }
      return blocks
        .filter(({ type }) => type === 'tool_result')
        .flatMap((block) => readResult(entry, block, names.get(`${block.tool_use_id}`)))
        .map(({ question, words }) => ({ role: 'aside', text: words, question }))
    },
  }
}

function readResult(entry: JsonObject, block: JsonObject, toolName: string | undefined): Aside[] {
  const output = textIn(block.content)
  if (block.is_error === true) return wasRefused(entry, toolName) ? commentsIn(output) : []
  return toolName === undefined ? [] : answersIn({ toolName, output, outcome: 'ok' })
}

/** Before 2.1.205 only the text says so, and a server or a command can print the same text. */
function wasRefused({ toolDenialKind }: JsonObject, toolName: string | undefined): boolean {
  if (toolDenialKind !== undefined) return toolDenialKind === 'user-rejected'
  return toolName !== undefined && !/^(?:mcp__|Bash|PowerShell)/.test(toolName)
}

function textIn(content: Json | undefined): string {
  if (typeof content === 'string') return content
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : []
  return blocks.flatMap(({ text }) => (typeof text === 'string' ? text : [])).join('\n')
}
