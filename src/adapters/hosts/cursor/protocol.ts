/** Parses Cursor's hook payloads and renders the answers. */

import type { EventDetail, HostEvent } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import type { HostEventSpec, HostProtocol, SamplePrompt } from '../../../core/ports/host.ts'
import {
  claudeShapedReaders,
  detailBy,
  isSlashCommand,
  optional,
  unsaid,
} from '../shared/claude-events.ts'
import { PayloadFields, sessionOfTranscript } from '../shared/payload-fields.ts'

/** The events of Cursor that we listen to, and Claude Code's names for them. */
export const cursorEvents: readonly HostEventSpec[] = [
  { name: 'sessionStart', answers: true },
  { name: 'beforeSubmitPrompt', answers: false },
  { name: 'postToolUse', answers: false },
  { name: 'postToolUseFailure', answers: false },
  { name: 'afterAgentResponse', answers: false },
  { name: 'stop', answers: false },
  { name: 'subagentStop', answers: false },
  { name: 'preCompact', answers: true },
  { name: 'sessionEnd', answers: false },
]

/** Hooks of Claude Code that Cursor runs are called for its own events. */
function cursorEventName(eventName: string): string {
  return byClaudeName.get(eventName) ?? eventName
}

const byClaudeName = new Map([
  ['SessionStart', 'sessionStart'],
  ['UserPromptSubmit', 'beforeSubmitPrompt'],
  ['PreToolUse', 'preToolUse'],
  ['PostToolUse', 'postToolUse'],
  ['PostToolUseFailure', 'postToolUseFailure'],
  ['Stop', 'stop'],
  ['SubagentStart', 'subagentStart'],
  ['SubagentStop', 'subagentStop'],
  ['PreCompact', 'preCompact'],
  ['SessionEnd', 'sessionEnd'],
])

export const cursorProtocol: HostProtocol = {
  name: 'cursor',
  displayName: 'Cursor',
  mcpClients: ['cursor-vscode', 'cursor'],
  capabilities: {
    injectsAtStart: true,
    injectsAtPrompt: false,
    injectsAtSubagentStart: false,
    endOfTurnText: true,
    compaction: true,
    // None is documented.
    maxContextCharacters: 10_000,
  },
  events: cursorEvents,
  parse: parseCursorEvent,
  // It runs Claude Code's hooks too, with payloads of its own.
  isSender: ({ cursor_version: version }) => typeof version === 'string',
  renderAnswer,
  samplePrompt,
}

/** Whatever else is printed could stop a prompt or send the agent on. */
function renderAnswer(eventName: string, context: string): string {
  if (context === '' || cursorEventName(eventName) !== 'sessionStart') return ''
  return JSON.stringify({ additional_context: context })
}

function samplePrompt({ sessionId, text, cwd }: SamplePrompt) {
  const event = 'beforeSubmitPrompt'
  const payload = {
    conversation_id: sessionId,
    generation_id: `${sessionId}-1`,
    model: 'unknown',
    hook_event_name: event,
    cursor_version: 'unknown',
    workspace_roots: [cwd],
    user_email: null,
    transcript_path: null,
    prompt: text,
    attachments: [],
  }
  return { event, payload }
}

function parseCursorEvent(eventName: string, payload: JsonObject): HostEvent | undefined {
  const name = cursorEventName(eventName)
  const fields = new PayloadFields(payload)
  const sessionId = takeSession(fields) ?? sessionOfTranscript(fields.peek('transcript_path'))
  if (sessionId === undefined) return undefined

  if (cursorEventName(String(fields.peek('hook_event_name'))) === name) {
    fields.take('hook_event_name')
  }
  const cwd = takeCwd(fields)
  const transcriptPath = fields.takeNonEmptyString('transcript_path')
  const hostTurnId = fields.takeNonEmptyString('generation_id')
  const detail = takeDetail(name, fields)
  const agent = takeAgent(fields)
  return {
    host: 'cursor',
    name,
    sessionId,
    detail,
    ...optional('cwd', cwd),
    ...optional('transcriptPath', transcriptPath),
    ...optional('hostTurnId', hostTurnId),
    ...optional('agent', agent),
    isDistinct: hasOwnId(detail, hostTurnId, agent),
    fields: fields.left(),
  }
}

/** The start of a session carries its id twice. */
function takeSession(fields: PayloadFields): string | undefined {
  const conversation = fields.takeNonEmptyString('conversation_id')
  if (conversation === undefined) return fields.takeNonEmptyString('session_id')
  if (fields.peek('session_id') === conversation) fields.take('session_id')
  return conversation
}

/** Only tools carry a folder of their own; the user's hooks always run in `~/.cursor`. */
function takeCwd(fields: PayloadFields): string | undefined {
  const roots = fields.peek('workspace_roots')
  const root = Array.isArray(roots) ? roots[0] : undefined
  const cwd = fields.takeNonEmptyString('cwd')
  return cwd ?? (typeof root === 'string' && root !== '' ? root : undefined)
}

function takeAgent(fields: PayloadFields): HostEvent['agent'] {
  const id = fields.takeNonEmptyString('subagent_id')
  return id === undefined ? undefined : { id, name: fields.takeString('subagent_type') ?? '' }
}

function hasOwnId(
  detail: EventDetail,
  hostTurnId: string | undefined,
  agent: HostEvent['agent'],
): boolean {
  if (detail.kind === 'prompt') return hostTurnId !== undefined
  if (detail.kind === 'tool') return detail.toolUseId !== undefined
  const isSubagents = detail.kind === 'subagent-start' || detail.kind === 'subagent-end'
  return isSubagents && agent !== undefined
}

const takeDetail = detailBy({
  sessionStart: claudeShapedReaders.SessionStart,
  sessionEnd: claudeShapedReaders.SessionEnd,
  beforeSubmitPrompt: (fields) => {
    const text = fields.takeString('prompt')
    const origin = isSlashCommand(text ?? '') ? 'command' : 'user'
    return text === undefined ? undefined : { kind: 'prompt', text, origin }
  },
  postToolUse: (fields) => {
    const output = parseOutput(fields.take('tool_output') ?? null)
    return tool(fields, { output, outcome: hasExitedBadly(output) ? 'failed' : 'ok' })
  },
  postToolUseFailure: (fields) => {
    const error = fields.take('error_message') ?? null
    const output = { error, ...fields.takeObject(['failure_type', 'is_interrupt']) }
    return tool(fields, { output, outcome: 'failed' })
  },
  // Sent with every message of the agent; the last is the answer, which `stop` lacks.
  afterAgentResponse: (fields) => {
    const answer = fields.takeString('text')
    return answer === undefined ? undefined : { kind: 'turn-end', answer, outcome: 'ok' }
  },
  // A turn that the user broke off has not ended; the next prompt leaves it as it is.
  stop: (fields) => {
    const status = fields.peek('status')
    if (status === 'aborted') return undefined
    return { kind: 'turn-end', outcome: status === 'error' ? 'failed' : 'ok' }
  },
  subagentStart: claudeShapedReaders.SubagentStart,
  subagentStop: (fields) => ({
    kind: 'subagent-end',
    ...optional('answer', fields.takeString('summary')),
  }),
  preCompact: (fields) => ({
    kind: 'pre-compact',
    trigger: fields.takeString('trigger') ?? unsaid,
    ...optional('contextTokens', fields.takeNumber('context_tokens')),
  }),
})

function tool(
  fields: PayloadFields,
  result: { readonly output: Json; readonly outcome: 'ok' | 'failed' },
): EventDetail | undefined {
  const toolName = fields.takeNonEmptyString('tool_name')
  if (toolName === undefined) return undefined
  return {
    kind: 'tool',
    toolName,
    ...optional('toolUseId', fields.takeNonEmptyString('tool_use_id')),
    input: fields.take('tool_input') ?? null,
    ...result,
    ...optional('durationMs', fields.takeNumber('duration')),
  }
}

/** A tool's output is JSON in a string. */
function parseOutput(output: Json): Json {
  if (typeof output !== 'string') return output
  try {
    return JSON.parse(output) as Json
  } catch {
    return output
  }
}

function hasExitedBadly(output: Json): boolean {
  const exitCode = isJsonObject(output) ? output.exitCode : undefined
  return typeof exitCode === 'number' && exitCode !== 0
}
