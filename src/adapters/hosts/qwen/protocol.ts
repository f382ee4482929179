/** Parses Qwen Code's hook payloads and renders the answers. */
import { reportsFailure } from '../../../core/activity/tool-output.ts'
import type { TranscriptMessage } from '../../../core/model/host-event.ts'
import { type JsonObject, listOf, objectOf, stringOf } from '../../../core/model/json.ts'
import { defineProtocol } from '../shared/define-protocol.ts'
import {
  beforeToolReader,
  claudeFailureReader,
  claudeReaders,
  outsideSubagents,
  toolReader,
  typedOrigin,
  withoutReferencedFiles,
} from '../shared/event-readers.ts'
import { readMessages, tokenCount } from '../shared/transcript-lines.ts'

export const qwenProtocol = defineProtocol({
  name: 'qwen',
  // Qwen Code appends the name of the server.
  mcpClients: ['qwen-cli-mcp-client-throughline'],
  shell: { marks: ['QWEN_CODE'], programs: ['qwen', '@qwen-code/qwen-code'] },
  instructionFiles: [['QWEN.md'], ['AGENTS.md']],
  transcript: { read: (text) => readMessages(text, toMessage), tokensIn },
  events: [
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
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
  // Not at PreCompact, where the printed text would become an instruction to the summary.
  context: {
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    afterTool: 'PostToolUse',
    afterFailure: 'PostToolUseFailure',
    atFile: 'PostToolUse',
    // What PreToolUse answers does not reach the model.
    atTool: 'PostToolUse',
    guard: { event: 'PreToolUse', kinds: ['ask', 'block'] },
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
      PreToolUse: beforeToolReader,
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

/** Of a record of the session, whose contents are Gemini CLI's. */
function toMessage(entry: JsonObject): TranscriptMessage | undefined {
  if (entry.agentId !== undefined) return undefined
  if (entry.subtype === 'chat_compression') return { role: 'compaction' }
  if (entry.type === 'assistant') {
    const text = textsIn(entry).join('\n')
    return text.trim() === '' ? undefined : { role: 'assistant', text }
  }
  const text = typedIn(entry)
  if (text === undefined) return undefined
  return { role: 'user', text, origin: typedOrigin(text), hostTurnId: undefined }
}

/**
 * What a person typed. Finished background agents, schedules and goals are records of the user too,
 * and a prompt has the context of hooks and the contents of files as further parts.
 * @returns undefined for a record that has no words of a person
 */
export function typedIn(entry: JsonObject): string | undefined {
  if (entry.type !== 'user' || !typedSubtypes.includes(entry.subtype)) return undefined
  const shown = stringOf(objectOf(entry.systemPayload).displayText)
  const parts = textsIn(entry).filter((text) => !text.startsWith(hookContext))
  const text = withoutReferencedFiles(shown ?? parts.join('\n'))
  return text.trim() === '' ? undefined : text
}

const typedSubtypes: readonly unknown[] = [undefined, 'mid_turn_user_message']

const hookContext = '<qwen:user-prompt-submit-context>'

const textsIn = ({ message }: JsonObject) =>
  listOf(objectOf(message).parts).flatMap((part) => stringOf(objectOf(part).text) ?? [])

function tokensIn({ agentId, usageMetadata }: JsonObject): number {
  return agentId === undefined ? tokenCount(objectOf(usageMetadata).totalTokenCount) : 0
}
