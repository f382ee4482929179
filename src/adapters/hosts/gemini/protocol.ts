/** Parses Gemini CLI's hook payloads and renders the answers. */
import { reportsFailure } from '../../../core/activity/tool-output.ts'
import type { TranscriptMessage } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import type { Verdict } from '../../../core/ports/host.ts'
import { defineProtocol } from '../shared/define-protocol.ts'
import {
  beforeToolReader,
  claudeReaders,
  takeAnswer,
  toolReader,
  typedOrigin,
  withoutReferencedFiles,
} from '../shared/event-readers.ts'
import { parseLine, tokenCount } from '../shared/transcript-lines.ts'

export const geminiProtocol = defineProtocol({
  name: 'gemini',
  windowsShell: 'powershell',
  mcpClients: ['gemini-cli-mcp-client'],
  shell: { marks: ['GEMINI_CLI'], programs: ['gemini', '@google/gemini-cli'] },
  transcript: { read: readTranscript, tokensIn },
  instructions: { inHome: [['.gemini/GEMINI.md']], inFolders: [['GEMINI.md']] },
  // Leaves out the events that Gemini CLI sends with every model call.
  events: [
    'SessionStart',
    'BeforeAgent',
    'BeforeTool',
    'AfterTool',
    'AfterAgent',
    'PreCompress',
    'SessionEnd',
  ],
  promptEvent: 'BeforeAgent',
  compactionEvent: 'PreCompress',
  // Print one JSON object or nothing: Gemini CLI shows any other text to the user.
  context: {
    start: 'SessionStart',
    // After `/clear`, Gemini CLI shows the hook's message to the user but drops its context.
    losesStartOf: ['clear', 'compact'],
    prompt: 'BeforeAgent',
    afterTool: 'AfterTool',
    afterFailure: 'AfterTool',
    atFile: 'AfterTool',
    // BeforeTool accepts no context for the model.
    atTool: 'AfterTool',
    // Gemini CLI can ask, but without a terminal it then waits forever, and a hook cannot tell.
    guard: { event: 'BeforeTool', kinds: ['block'], render: refuse },
    // The largest size tried; it arrived whole.
    maxCharacters: 60_000,
  },
  payload: {
    prepare: withTypedPrompt,
    readers: {
      SessionStart: claudeReaders.SessionStart,
      BeforeAgent: claudeReaders.UserPromptSubmit,
      BeforeTool: beforeToolReader,
      AfterTool: toolReader({ hasFailed: ({ toolName, output }) => hasFailed(toolName, output) }),
      AfterAgent: (fields) => {
        // Gemini CLI sends this if an answer has no text.
        const isWordless = fields.peek('prompt_response') === '[no response text]'
        const answer = isWordless ? {} : takeAnswer(fields, 'prompt_response')
        return { kind: 'turn-end', outcome: 'ok', ...answer }
      },
      // Gemini CLI sends `auto` before every model call, whether or not it will compress anything.
      PreCompress: (fields) =>
        fields.peek('trigger') === 'auto' ? undefined : claudeReaders.PreCompact(fields),
      SessionEnd: (fields) => {
        // Gemini CLI sends SessionEnd three times on exit, and only the time differs.
        fields.take('timestamp')
        return claudeReaders.SessionEnd(fields)
      },
    },
    // Gemini CLI has no call or turn ids, but sends the time of each event in milliseconds.
    isDistinct: ({ fields }) => fields.timestamp !== undefined,
  },
})

function refuse({ reason }: Verdict): string {
  return JSON.stringify({ decision: 'deny', reason })
}

function withTypedPrompt(payload: JsonObject): JsonObject {
  const { prompt } = payload
  return typeof prompt === 'string' ? { ...payload, prompt: asTyped(prompt) } : payload
}

/** Gemini CLI does not report a failed command as an error; only the output shows it. */
function hasFailed(toolName: string, output: Json): boolean {
  const hasError = isJsonObject(output) && isJsonObject(output.error)
  return hasError || (toolName === 'run_shell_command' && reportsFailure(output))
}

/**
 * Gemini CLI writes a message again when it grows; `$rewindTo` removes a message and everything
 * after it.
 */
function readTranscript(text: string): TranscriptMessage[] {
  const messages = new Map<string, TranscriptMessage | undefined>()
  for (const line of text.split('\n')) {
    const entry = parseLine(line)
    if (typeof entry.$rewindTo === 'string') rewind(messages, entry.$rewindTo)
    if (typeof entry.id === 'string') messages.set(entry.id, toMessage(entry))
    for (const id of snapshotsIn(entry)) messages.set(id, { role: 'compaction' })
  }
  return [...messages.values()].filter((message) => message !== undefined)
}

/** If the target is older than the text we read, everything is removed. */
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

/** Before the first message, Gemini CLI describes its environment to the model. */
const sessionContext = '<session_context>'

/** A compression rewrites all messages and puts a summary of the older ones first. */
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

/** Returns what a person typed, without what Gemini CLI adds to the prompt. */
function asTyped(prompt: string): string {
  return withoutReferencedFiles(prompt.replace(hookContext, ''))
}

/** Print mode adds this to the first prompt. It contains no tags: Gemini CLI escapes brackets. */
const hookContext = /^<hook_context>[^<]*<\/hook_context>(?:\n\n)?/

function tokensIn({ tokens }: JsonObject): number {
  return isJsonObject(tokens) ? tokenCount(tokens.total) : 0
}
