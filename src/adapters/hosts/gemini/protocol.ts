/** Parses Gemini CLI's hook payloads and renders the answers. */

import { reportsFailure } from '../../../core/activity/tool-output.ts'
import type { EventDetail, HostEvent } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import type { HostEventSpec, HostProtocol, SamplePrompt } from '../../../core/ports/host.ts'
import {
  claudeShapedReaders,
  contextAnswer,
  detailBy,
  isSlashCommand,
  optional,
} from '../shared/claude-events.ts'
import { PayloadFields, sessionOfTranscript } from '../shared/payload-fields.ts'
import { asTyped, readContextTokens, readTranscript } from './transcript.ts'

/** The events of Gemini CLI that we listen to: none of those it sends with every model call. */
export const geminiEvents: readonly HostEventSpec[] = [
  { name: 'SessionStart', answers: true },
  { name: 'BeforeAgent', answers: true },
  { name: 'AfterTool', answers: false },
  { name: 'AfterAgent', answers: false },
  { name: 'PreCompress', answers: true },
  { name: 'SessionEnd', answers: false },
]

export const geminiProtocol: HostProtocol = {
  name: 'gemini',
  displayName: 'Gemini CLI',
  mcpClients: ['gemini-cli-mcp-client'],
  capabilities: {
    injectsAtStart: true,
    // After `/clear` it shows what a hook says to the user and drops what is for the model.
    losesStartOf: ['clear', 'compact'],
    injectsAtPrompt: true,
    injectsAtSubagentStart: false,
    endOfTurnText: true,
    compaction: true,
    // The most that was tried; it passed whole.
    maxContextCharacters: 60_000,
  },
  events: geminiEvents,
  parse: parseGeminiEvent,
  readTranscript,
  readContextTokens,
  // One JSON object or nothing: any other text is shown to the user as a message.
  renderAnswer: contextAnswer(['SessionStart', 'BeforeAgent']),
  samplePrompt,
}

function samplePrompt({ sessionId, text, cwd }: SamplePrompt) {
  const event = 'BeforeAgent'
  return { event, payload: { session_id: sessionId, hook_event_name: event, cwd, prompt: text } }
}

function parseGeminiEvent(eventName: string, payload: JsonObject): HostEvent | undefined {
  const { prompt } = payload
  const fields = new PayloadFields(
    typeof prompt === 'string' ? { ...payload, prompt: asTyped(prompt) } : payload,
  )
  const sessionId =
    fields.takeNonEmptyString('session_id') ?? sessionOfTranscript(fields.peek('transcript_path'))
  if (sessionId === undefined) return undefined

  if (fields.peek('hook_event_name') === eventName) fields.take('hook_event_name')
  const cwd = fields.takeNonEmptyString('cwd')
  const transcriptPath = fields.takeNonEmptyString('transcript_path')
  const detail = takeDetail(eventName, fields)
  return {
    host: 'gemini',
    name: eventName,
    sessionId,
    detail,
    ...optional('cwd', cwd),
    ...optional('transcriptPath', transcriptPath),
    // The client has no ids for calls and turns, but sends the millisecond of each event.
    isDistinct: fields.peek('timestamp') !== undefined,
    fields: fields.left(),
  }
}

const takeDetail = detailBy({
  SessionStart: claudeShapedReaders.SessionStart,
  BeforeAgent: (fields) => {
    const text = fields.takeString('prompt')
    if (text === undefined) return undefined
    return { kind: 'prompt', text, origin: isSlashCommand(text) ? 'command' : 'user' }
  },
  AfterTool: tool,
  AfterAgent: (fields) => ({
    kind: 'turn-end',
    outcome: 'ok',
    ...optional('answer', takeAnswer(fields)),
  }),
  // An `auto` one precedes every model call, whether or not the client will compress anything.
  PreCompress: (fields) =>
    fields.peek('trigger') === 'auto' ? undefined : claudeShapedReaders.PreCompact(fields),
  SessionEnd: (fields) => {
    // Leaving sends it three times; only the time differs.
    fields.take('timestamp')
    return claudeShapedReaders.SessionEnd(fields)
  },
})

function tool(fields: PayloadFields): EventDetail | undefined {
  const toolName = fields.takeNonEmptyString('tool_name')
  if (toolName === undefined) return undefined
  const output = fields.take('tool_response') ?? null
  return {
    kind: 'tool',
    toolName,
    input: fields.take('tool_input') ?? null,
    output,
    outcome: hasFailed(toolName, output) ? 'failed' : 'ok',
  }
}

/** A command that ends with another code than 0 is no error to the client, but says so to the model. */
function hasFailed(toolName: string, output: Json): boolean {
  const hasError = isJsonObject(output) && isJsonObject(output.error)
  return hasError || (toolName === 'run_shell_command' && reportsFailure(output))
}

/** What the client puts in the place of an answer that has no words is not one. */
function takeAnswer(fields: PayloadFields): string | undefined {
  return fields.peek('prompt_response') === '[no response text]'
    ? undefined
    : fields.takeString('prompt_response')
}
