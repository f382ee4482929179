/** Parses Copilot CLI's hook payloads and renders the answers. */
import type { HostEvent, TranscriptMessage } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject, objectOf } from '../../../core/model/json.ts'
import { defineProtocol } from '../shared/define-protocol.ts'
import {
  claudeReaders,
  outsideSubagents,
  type PayloadFields,
  toolReader,
  typedOrigin,
} from '../shared/event-readers.ts'
import { readMessages, tokenCount } from '../shared/transcript-lines.ts'

export const copilotProtocol = defineProtocol({
  name: 'copilot',
  mcpClients: ['github-copilot-developer'],
  shell: {
    marks: ['COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID'],
    programs: ['copilot', '@github/copilot'],
  },
  isSender,
  transcript: { read: (text) => readMessages(text, toMessage), tokensIn, windowIn },
  instructions: {
    inHome: [['.copilot/copilot-instructions.md']],
    inProject: [['.github/copilot-instructions.md'], ['CLAUDE.md'], ['GEMINI.md']],
    inFolders: [['AGENTS.md']],
  },
  // With these event names, Copilot sends Claude Code's payloads. PreToolUse is left out: if such a
  // hook fails, Copilot denies the tool.
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
  endOfTurnText: false,
  context: {
    start: 'SessionStart',
    losesStartOf: ['compact'],
    prompt: 'UserPromptSubmit',
    subagentStart: 'SubagentStart',
    // The only documented limit is for a tool result: 10 KB.
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
      // Ends the turn. If the client asks the model again, a Stop event follows.
      ErrorOccurred: outsideSubagents((fields) => {
        const isModelCall = fields.peek('error_context') === 'model_call'
        return isModelCall ? { kind: 'turn-end', outcome: 'failed' } : undefined
      }),
    },
  },
  sampleFields: () => ({ timestamp: '2026-01-01T00:00:00.000Z' }),
})

/**
 * Copilot also runs hooks from `.claude/settings*.json`. Unlike Claude Code, it sends the time in
 * every payload and usually no transcript path; its transcript file has another name.
 */
function isSender(payload: JsonObject): boolean {
  const { timestamp, transcript_path: path = payload.transcriptPath } = payload
  const isOwnRecord = path === undefined || /[/\\]events\.jsonl$/.test(String(path))
  return timestamp !== undefined && isOwnRecord
}

/** Inside a subagent, the session id is the subagent's, and the parent id is the session's. */
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

/** Copilot reports a failed shell command as a success; only the last line shows the exit code. */
function reportsFailedCommand(result: Json): boolean {
  if (!isJsonObject(result)) return false
  const { result_type: type, text_result_for_llm: text } = result
  if (typeof type === 'string' && type !== 'success') return true
  const exitCode = typeof text === 'string' ? lastLine.exec(text)?.[1] : undefined
  return exitCode !== undefined && exitCode !== '0'
}

const lastLine = /<shellId: [^<>\n]+ completed with exit code (-?\d+)>\s*$/

/**
 * Converts to snake case with Claude Code's names. Copilot sends every event that way to hooks
 * under Claude Code's event names, and in camel case to hooks under its own.
 */
function claudeEventName(eventName: string): string {
  return eventNames.get(eventName) ?? eventName.replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

function claudeFields(payload: JsonObject): JsonObject {
  // The delivery time can differ between two hooks for one event.
  const { timestamp: _, ...fields } = inSnakeCase(payload)
  const entries = Object.entries(fields).map(([name, value]): [string, Json] => {
    if (name === 'tool_name' && typeof value === 'string') return [name, claudeToolName(value)]
    if (name === 'tool_result') return [name, isJsonObject(value) ? inSnakeCase(value) : value]
    return [fieldNames.get(name) ?? name, value]
  })
  return Object.fromEntries(entries)
}

const eventNames = new Map([
  ['userPromptSubmitted', 'UserPromptSubmit'],
  ['agentStop', 'Stop'],
])

const fieldNames = new Map([
  ['hook_name', 'hook_event_name'],
  ['tool_args', 'tool_input'],
  ['response', 'last_assistant_message'],
])

/** The names in Copilot's documentation. Other tools keep theirs. */
const toolNames = new Map([
  ['bash', 'Bash'],
  ['powershell', 'Bash'],
  ['view', 'Read'],
  ['create', 'Write'],
  ['edit', 'Edit'],
  ['str_replace_editor', 'Edit'],
  ['apply_patch', 'Edit'],
  ['grep', 'Grep'],
  ['rg', 'Grep'],
  ['glob', 'Glob'],
  ['web_fetch', 'WebFetch'],
  ['web_search', 'WebSearch'],
  ['ask_user', 'AskUserQuestion'],
  ['update_todo', 'TodoWrite'],
  ['task', 'Agent'],
])

export const claudeToolName = (name: string) => toolNames.get(name) ?? name

function inSnakeCase(object: JsonObject): JsonObject {
  const entries = Object.entries(object).map(([name, value]) => [
    name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  return Object.fromEntries(entries)
}

/** Reads an event from `session-state/<id>/events.jsonl`. Subagent events name their agent. */
function toMessage({ type, data, agentId }: JsonObject): TranscriptMessage | undefined {
  if (!isJsonObject(data) || agentId !== undefined) return undefined
  if (type === 'session.compaction_complete') {
    return data.success === false ? undefined : { role: 'compaction' }
  }
  const { content: text } = data
  if (typeof text !== 'string' || text.trim() === '') return undefined
  if (type === 'assistant.message') return { role: 'assistant', text }
  if (type !== 'user.message' || !isByUser(data)) return undefined
  return { role: 'user', text, origin: typedOrigin(text), hostTurnId: undefined }
}

/** Messages from hooks, skills and other agents name their source. */
function isByUser({ source }: JsonObject): boolean {
  return source === undefined || source === null || source === 'user'
}

/** Input tokens include tokens read from the cache. */
function tokensIn({ type, data, agentId }: JsonObject): number {
  if (type !== 'session.usage_record' || agentId !== undefined) return 0
  const { inputTokens, outputTokens } = objectOf(objectOf(data).usage)
  return tokenCount(inputTokens) + tokenCount(outputTokens)
}

function windowIn({ type, data, agentId }: JsonObject): number {
  if (type !== 'tool.execution_complete' || agentId !== undefined) return 0
  const { metrics } = objectOf(objectOf(data).toolTelemetry)
  return tokenCount(objectOf(metrics).context_token_limit)
}
