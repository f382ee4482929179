/** Parses Copilot CLI's hook payloads and renders the answers. */

import type { EventDetail, HostEvent } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import type { HostEventSpec, HostProtocol, SamplePrompt } from '../../../core/ports/host.ts'
import { claudeShapedReaders, detailBy, isSlashCommand, optional } from '../shared/claude-events.ts'
import { PayloadFields, sessionOfTranscript } from '../shared/payload-fields.ts'
import { claudeEventName, claudeFields } from './spelling.ts'
import { readContextTokens, readTranscript } from './transcript.ts'

/**
 * The events of Copilot CLI that we listen to, in the spelling for which it sends the same payload
 * as to hooks of Claude Code's. PreToolUse is not among them: when such a hook fails, the tool is
 * denied.
 */
export const copilotEvents: readonly HostEventSpec[] = [
  { name: 'SessionStart', answers: true },
  { name: 'UserPromptSubmit', answers: true },
  { name: 'PostToolUse', answers: false },
  { name: 'PostToolUseFailure', answers: false },
  { name: 'Stop', answers: false },
  { name: 'ErrorOccurred', answers: false },
  { name: 'SubagentStart', answers: true },
  { name: 'SubagentStop', answers: false },
  { name: 'PreCompact', answers: true },
  { name: 'SessionEnd', answers: false },
]

export const copilotProtocol: HostProtocol = {
  name: 'copilot',
  displayName: 'Copilot CLI',
  mcpClients: ['github-copilot-developer'],
  capabilities: {
    injectsAtStart: true,
    losesStartOf: ['compact'],
    injectsAtPrompt: true,
    injectsAtSubagentStart: true,
    endOfTurnText: false,
    compaction: true,
    // Only that of a tool's result is documented: 10 KB.
    maxContextCharacters: 10_000,
  },
  events: copilotEvents,
  parse: parseCopilotEvent,
  isSender,
  readTranscript,
  readContextTokens,
  renderAnswer,
  samplePrompt,
}

/**
 * It runs hooks from `.claude/settings*.json` too. Unlike Claude Code it sends the time in every
 * payload and mostly no transcript path; its transcript has another name.
 */
function isSender(payload: JsonObject): boolean {
  const { timestamp, transcript_path: path = payload.transcriptPath } = payload
  const isOwnRecord = path === undefined || /[/\\]events\.jsonl$/.test(String(path))
  return timestamp !== undefined && isOwnRecord
}

const eventsTakingContext = ['SessionStart', 'UserPromptSubmit', 'SubagentStart']

function renderAnswer(eventName: string, context: string): string {
  if (context === '' || !eventsTakingContext.includes(eventName)) return ''
  return JSON.stringify({ additionalContext: context })
}

function samplePrompt({ sessionId, text, cwd }: SamplePrompt) {
  const event = 'UserPromptSubmit'
  const payload = {
    hook_event_name: event,
    session_id: sessionId,
    timestamp: '2026-01-01T00:00:00.000Z',
    cwd,
    prompt: text,
  }
  return { event, payload }
}

function parseCopilotEvent(eventName: string, payload: JsonObject): HostEvent | undefined {
  const name = claudeEventName(eventName)
  const fields = new PayloadFields(claudeFields(payload))
  const sessionId = takeSession(fields) ?? sessionOfTranscript(fields.peek('transcript_path'))
  if (sessionId === undefined) return undefined

  for (const ownName of ['hook_event_name', 'hook_name']) {
    if (claudeEventName(String(fields.peek(ownName))) === name) fields.take(ownName)
  }
  // The time of delivery, which may differ between two hooks for one event.
  fields.take('timestamp')
  const cwd = fields.takeNonEmptyString('cwd')
  const transcriptPath = fields.takeNonEmptyString('transcript_path')
  const detail = takeDetail(name, fields)
  const agent = takeAgent(fields)
  const isSubagents = detail.kind === 'subagent-start' || detail.kind === 'subagent-end'
  return {
    host: 'copilot',
    name,
    sessionId,
    detail,
    ...optional('cwd', cwd),
    ...optional('transcriptPath', transcriptPath),
    ...optional('agent', agent),
    isDistinct: isSubagents && agent !== undefined,
    fields: fields.left(),
  }
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

const takeDetail = detailBy({
  ...claudeShapedReaders,
  UserPromptSubmit: (fields) => {
    if (isInSubagent(fields)) return undefined
    const text = fields.takeString('prompt')
    const origin = isSlashCommand(text ?? '') ? 'command' : 'user'
    return text === undefined ? undefined : { kind: 'prompt', text, origin }
  },
  PostToolUse: (fields) => tool(fields, 'tool_result'),
  PostToolUseFailure: (fields) => tool(fields, 'error'),
  Stop: (fields) => (isInSubagent(fields) ? undefined : { kind: 'turn-end', outcome: 'ok' }),
  // The turn ends with it, unless the client asks the model again; then its Stop says otherwise.
  ErrorOccurred: (fields) => {
    const isTurns = fields.peek('error_context') === 'model_call' && !isInSubagent(fields)
    return isTurns ? { kind: 'turn-end', outcome: 'failed' } : undefined
  },
})

/** What the agent asks a subagent is no prompt, and its answer ends no turn. */
function isInSubagent(fields: PayloadFields): boolean {
  return fields.peek('agent_id') !== undefined
}

function tool(fields: PayloadFields, outputName: string): EventDetail | undefined {
  const toolName = fields.takeNonEmptyString('tool_name')
  if (toolName === undefined) return undefined
  const input = fields.take('tool_input') ?? null
  const result = fields.take(outputName) ?? null
  const hasFailed = outputName === 'error' || tellsFailure(result)
  return {
    kind: 'tool',
    toolName,
    input,
    output: outputName === 'error' ? { error: result } : result,
    outcome: hasFailed ? 'failed' : 'ok',
  }
}

/** To the client a failed shell command is a success; only the last line shows the exit code. */
function tellsFailure(result: Json): boolean {
  if (!isJsonObject(result)) return false
  const { result_type: type, text_result_for_llm: text } = result
  if (typeof type === 'string' && type !== 'success') return true
  const exitCode = typeof text === 'string' ? lastLine.exec(text)?.[1] : undefined
  return exitCode !== undefined && exitCode !== '0'
}

const lastLine = /<shellId: [^<>\n]+ completed with exit code (-?\d+)>\s*$/
