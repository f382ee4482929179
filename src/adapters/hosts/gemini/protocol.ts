/** Parses Gemini CLI's hook payloads and renders the answers. */

import { reportsFailure } from '../../../core/activity/tool-output.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import { defineProtocol } from '../shared/define-protocol.ts'
import { claudeReaders, takeAnswer, toolReader } from '../shared/event-readers.ts'
import { asTyped, readContextTokens, readTranscript } from './transcript.ts'

export const geminiProtocol = defineProtocol({
  name: 'gemini',
  windowsShell: 'powershell',
  mcpClients: ['gemini-cli-mcp-client'],
  shell: { marks: ['GEMINI_CLI'], programs: ['gemini', '@google/gemini-cli'] },
  readTranscript,
  readContextTokens,
  instructions: { inHome: [['.gemini/GEMINI.md']], inFolders: [['GEMINI.md']] },
  // None of those that Gemini CLI sends with every model call.
  events: ['SessionStart', 'BeforeAgent', 'AfterTool', 'AfterAgent', 'PreCompress', 'SessionEnd'],
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
    // The most that was tried; it passed whole.
    maxCharacters: 60_000,
  },
  payload: {
    prepare: withTypedPrompt,
    readers: {
      SessionStart: claudeReaders.SessionStart,
      BeforeAgent: claudeReaders.UserPromptSubmit,
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

function withTypedPrompt(payload: JsonObject): JsonObject {
  const { prompt } = payload
  return typeof prompt === 'string' ? { ...payload, prompt: asTyped(prompt) } : payload
}

/** A command that exits with another code than 0 is no error to the client; only its output says so. */
function hasFailed(toolName: string, output: Json): boolean {
  const hasError = isJsonObject(output) && isJsonObject(output.error)
  return hasError || (toolName === 'run_shell_command' && reportsFailure(output))
}
