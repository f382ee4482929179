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
  // Qwen Code appends the server's name.
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
  // PreCompact is left out: there the printed text would become an instruction for the summary.
  context: {
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    afterTool: 'PostToolUse',
    afterFailure: 'PostToolUseFailure',
    atFile: 'PostToolUse',
    // A PreToolUse answer does not reach the model.
    atTool: 'PostToolUse',
    guard: { event: 'PreToolUse', kinds: ['ask', 'block'] },
    // The largest size tried; it arrived whole. A SubagentStart answer did not reach the model.
    maxCharacters: 60_000,
  },
  payload: {
    prepare: toClaudeFields,
    readers: {
      ...claudeReaders,
      // Qwen Code sends this again after each group of tool calls, with an empty prompt.
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
 * Uses `submitted_prompt`, which a person typed; `prompt` may also contain file contents. A tool
 * call has one id for hooks and one from the model; only the model's is in the history.
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

/** Reads a session record, whose contents have Gemini CLI's format. */
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
 * Returns what a person typed. User records also come from finished background agents, schedules
 * and goals, and a prompt has further parts: hook context and file contents.
 * @returns undefined for a record without a person's words
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
