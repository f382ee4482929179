/** Parses Qwen Code's hook payloads and renders the answers. */

import { reportsFailure } from '../../../core/activity/tool-output.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { stringOf } from '../../../core/model/json-values.ts'
import { defineProtocol } from '../shared/define-protocol.ts'
import {
  claudeFailureReader,
  claudeReaders,
  outsideSubagents,
  toolReader,
} from '../shared/event-readers.ts'
import { withoutReferencedFiles } from '../shared/referenced-files.ts'
import { readContextTokens, readTranscript } from './transcript.ts'

export const qwenProtocol = defineProtocol({
  name: 'qwen',
  // Qwen Code appends the name of the server.
  mcpClients: ['qwen-cli-mcp-client-throughline'],
  shell: { marks: ['QWEN_CODE'], programs: ['qwen', '@qwen-code/qwen-code'] },
  instructionFiles: [['QWEN.md'], ['AGENTS.md']],
  readTranscript,
  readContextTokens,
  events: [
    'SessionStart',
    'UserPromptSubmit',
    'PostToolUse',
    'PostToolUseFailure',
    'Stop',
    'StopFailure',
    'SubagentStart',
    'SubagentStop',
    'PreCompact',
    'PostCompact',
    'InstructionsLoaded',
    'SessionEnd',
  ],
  promptEvent: 'UserPromptSubmit',
  // Gets no context: what its hook prints becomes an instruction to the summary.
  compactionEvent: 'PreCompact',
  context: {
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    afterTool: 'PostToolUse',
    afterFailure: 'PostToolUseFailure',
    atFile: 'PostToolUse',
    // The most that was tried; it passed whole. SubagentStart's answer did not reach the model.
    maxCharacters: 60_000,
  },
  payload: {
    prepare: toClaudeFields,
    readers: {
      ...claudeReaders,
      // Sent again after each group of tool calls, with an empty prompt.
      UserPromptSubmit: outsideSubagents((fields) =>
        fields.peek('prompt') === '' ? undefined : claudeReaders.UserPromptSubmit(fields),
      ),
      PostToolUse: toolReader({
        hasFailed: ({ toolName, output }) =>
          toolName === 'run_shell_command' && reportsFailure(output),
        duration: 'duration_ms',
      }),
      PostToolUseFailure: claudeFailureReader,
    },
    turnId: 'prompt_id',
  },
})

/**
 * `prompt` may hold the contents of files too; `submitted_prompt` is what a person typed. A tool call
 * has an id made for hooks and the model's own; only the latter is in the client's history.
 */
function toClaudeFields(payload: JsonObject): JsonObject {
  const { submitted_prompt: submitted, tool_call_id: callId, ...fields } = payload
  const prompt = stringOf(submitted) ?? fields.prompt
  return {
    ...fields,
    ...(typeof prompt === 'string' && { prompt: withoutReferencedFiles(prompt) }),
    ...(stringOf(callId) !== undefined && { tool_use_id: callId }),
  }
}
