/** Parses Copilot CLI's hook payloads and renders the answers. */

import type { HostEvent } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import { defineProtocol } from '../shared/define-protocol.ts'
import { claudeReaders, outsideSubagents, toolReader } from '../shared/event-readers.ts'
import type { PayloadFields } from '../shared/payload-fields.ts'
import { claudeEventName, claudeFields } from './spelling.ts'
import { readContextTokens, readContextWindow, readTranscript } from './transcript.ts'

export const copilotProtocol = defineProtocol({
  name: 'copilot',
  mcpClients: ['github-copilot-developer'],
  shell: {
    marks: ['COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID'],
    programs: ['copilot', '@github/copilot'],
  },
  isSender,
  readTranscript,
  readContextTokens,
  readContextWindow,
  instructions: {
    inHome: [['.copilot/copilot-instructions.md']],
    inProject: [['.github/copilot-instructions.md'], ['CLAUDE.md'], ['GEMINI.md']],
    inFolders: [['AGENTS.md']],
  },
  // In the spelling for which Copilot sends the same payload as to Claude Code's hooks. Without
  // PreToolUse: when such a hook fails, the tool is denied.
  events: [
    'SessionStart',
    'UserPromptSubmit',
    'PostToolUse',
    'PostToolUseFailure',
    'Stop',
    'ErrorOccurred',
    'SubagentStart',
    'SubagentStop',
    'PreCompact',
    'SessionEnd',
  ],
  promptEvent: 'UserPromptSubmit',
  compactionEvent: 'PreCompact',
  endOfTurnText: false,
  context: {
    start: 'SessionStart',
    losesStartOf: ['compact'],
    prompt: 'UserPromptSubmit',
    subagentStart: 'SubagentStart',
    // The documentation gives a limit only for a tool's result: 10 KB.
    maxCharacters: 10_000,
    render: (additionalContext) => JSON.stringify({ additionalContext }),
  },
  payload: {
    rename: claudeEventName,
    prepare: claudeFields,
    takeSession,
    takeAgent,
    readers: {
      ...claudeReaders,
      UserPromptSubmit: outsideSubagents(claudeReaders.UserPromptSubmit),
      PostToolUse: toolReader({
        takeOutput: (fields) => fields.take('tool_result'),
        hasFailed: ({ output }) => reportsFailedCommand(output),
      }),
      PostToolUseFailure: toolReader({
        takeOutput: (fields) => ({ error: fields.take('error') ?? null }),
        hasFailed: () => true,
      }),
      Stop: outsideSubagents(() => ({ kind: 'turn-end', outcome: 'ok' })),
      // Ends the turn, unless the client asks the model again; then its Stop says otherwise.
      ErrorOccurred: outsideSubagents((fields) => {
        const isModelCall = fields.peek('error_context') === 'model_call'
        return isModelCall ? { kind: 'turn-end', outcome: 'failed' } : undefined
      }),
    },
  },
  sampleFields: () => ({ timestamp: '2026-01-01T00:00:00.000Z' }),
})

/**
 * Copilot runs hooks from `.claude/settings*.json` too. Unlike Claude Code it sends the time in every
 * payload and mostly no transcript path; its transcript has another name.
 */
function isSender(payload: JsonObject): boolean {
  const { timestamp, transcript_path: path = payload.transcriptPath } = payload
  const isOwnRecord = path === undefined || /[/\\]events\.jsonl$/.test(String(path))
  return timestamp !== undefined && isOwnRecord
}

/** Inside a subagent the session's id is the subagent's, and the parent is the session. */
function takeSession(fields: PayloadFields): string | undefined {
  const own = fields.takeNonEmptyString('session_id')
  const isSubagents = own !== undefined && own === fields.peek('agent_id')
  const session = isSubagents ? (fields.takeNonEmptyString('parent_agent_id') ?? own) : own
  if (fields.peek('parent_agent_id') === session) fields.take('parent_agent_id')
  return session
}

function takeAgent(fields: PayloadFields): HostEvent['agent'] {
  const id = fields.takeNonEmptyString('agent_id')
  if (id === undefined) return undefined
  const name = fields.takeString('agent_type') ?? fields.takeString('agent_name') ?? ''
  if (fields.peek('agent_name') === name) fields.take('agent_name')
  return { id, name }
}

/** To the client a failed shell command is a success; only the last line shows the exit code. */
function reportsFailedCommand(result: Json): boolean {
  if (!isJsonObject(result)) return false
  const { result_type: type, text_result_for_llm: text } = result
  if (typeof type === 'string' && type !== 'success') return true
  const exitCode = typeof text === 'string' ? lastLine.exec(text)?.[1] : undefined
  return exitCode !== undefined && exitCode !== '0'
}

const lastLine = /<shellId: [^<>\n]+ completed with exit code (-?\d+)>\s*$/
