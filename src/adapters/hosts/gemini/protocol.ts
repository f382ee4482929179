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
  // None of those that Gemini CLI sends with every model call.
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
  // One JSON object or nothing: any other text is shown to the user as a message.
  context: {
    start: 'SessionStart',
    // After `/clear` it shows what a hook says to the user and drops what is for the model.
    losesStartOf: ['clear', 'compact'],
    prompt: 'BeforeAgent',
    afterTool: 'AfterTool',
    afterFailure: 'AfterTool',
    atFile: 'AfterTool',
    // BeforeTool takes nothing for the model.
    atTool: 'AfterTool',
    // It can ask, but without a terminal it then waits for ever, and a hook cannot know of one.
    guard: { event: 'BeforeTool', kinds: ['block'], render: refuse },
    // The most that was tried; it passed whole.
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
        // What the client sends instead of an answer without words.
        const isWordless = fields.peek('prompt_response') === '[no response text]'
        const answer = isWordless ? {} : takeAnswer(fields, 'prompt_response')
        return { kind: 'turn-end', outcome: 'ok', ...answer }
      },
      // An `auto` one precedes every model call, whether or not the client will compress anything.
      PreCompress: (fields) =>
        fields.peek('trigger') === 'auto' ? undefined : claudeReaders.PreCompact(fields),
      SessionEnd: (fields) => {
        // Leaving sends it three times; only the time differs.
        fields.take('timestamp')
        return claudeReaders.SessionEnd(fields)
      },
    },
    // The client has no ids for calls and turns, but sends the millisecond of each event.
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

/** To the client a command that fails is no error; only its output says so. */
function hasFailed(toolName: string, output: Json): boolean {
  const hasError = isJsonObject(output) && isJsonObject(output.error)
  return hasError || (toolName === 'run_shell_command' && reportsFailure(output))
}

/**
 * A message is written again when something was added to it, and `$rewindTo` takes back a message
 * and all that followed.
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
function asTyped(prompt: string): string {
  return withoutReferencedFiles(prompt.replace(hookContext, ''))
}

/** Put before the first prompt of print mode. Nothing in it can be a tag: brackets are escaped. */
const hookContext = /^<hook_context>[^<]*<\/hook_context>(?:\n\n)?/

function tokensIn({ tokens }: JsonObject): number {
  return isJsonObject(tokens) ? tokenCount(tokens.total) : 0
}
