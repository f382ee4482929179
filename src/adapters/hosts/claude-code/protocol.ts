/** Parses Claude Code's hook payloads and renders the answers. */

import type { EventDetail, HostEvent } from '../../../core/model/host-event.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import type { HostEventSpec, HostProtocol, SamplePrompt } from '../../../core/ports/host.ts'
import {
  answer,
  claudeShapedReaders,
  contextAnswer,
  detailBy,
  optional,
  takeAgent,
  unsaid,
} from '../shared/claude-events.ts'
import { PayloadFields, sessionOfTranscript } from '../shared/payload-fields.ts'
import { originOf, readContextTokens, readTranscript } from './transcript.ts'

/** The events of Claude Code that we listen to. */
export const claudeCodeEvents: readonly HostEventSpec[] = [
  { name: 'SessionStart', answers: true },
  { name: 'UserPromptSubmit', answers: true },
  { name: 'PostToolUse', answers: false },
  { name: 'PostToolUseFailure', answers: false },
  { name: 'Stop', answers: false },
  { name: 'StopFailure', answers: false },
  { name: 'SubagentStart', answers: true },
  { name: 'SubagentStop', answers: false },
  { name: 'PreCompact', answers: true },
  { name: 'PostCompact', answers: false },
  { name: 'InstructionsLoaded', answers: false },
  { name: 'CwdChanged', answers: false },
  { name: 'SessionEnd', answers: false },
]

export const claudeCodeProtocol: HostProtocol = {
  name: 'claude-code',
  displayName: 'Claude Code',
  mcpClients: ['claude-code'],
  capabilities: {
    injectsAtStart: true,
    injectsAtPrompt: true,
    injectsAtSubagentStart: true,
    endOfTurnText: true,
    compaction: true,
    // 9,990 characters pass whole; 10,001 become a file path and a 2 KB preview.
    maxContextCharacters: 10_000,
  },
  events: claudeCodeEvents,
  parse: parseClaudeCodeEvent,
  readTranscript,
  readContextTokens,
  // Text printed by a PreCompact hook would become an instruction to the summary, so it has none.
  renderAnswer: contextAnswer(['SessionStart', 'UserPromptSubmit', 'SubagentStart']),
  samplePrompt,
}

function samplePrompt({ sessionId, text, cwd }: SamplePrompt) {
  const event = 'UserPromptSubmit'
  return { event, payload: { session_id: sessionId, hook_event_name: event, cwd, prompt: text } }
}

function parseClaudeCodeEvent(eventName: string, payload: JsonObject): HostEvent | undefined {
  const fields = new PayloadFields(payload)
  const transcriptPath = fields.takeNonEmptyString('transcript_path')
  const sessionId = fields.takeNonEmptyString('session_id') ?? sessionOfTranscript(transcriptPath)
  if (sessionId === undefined) return undefined

  if (fields.peek('hook_event_name') === eventName) fields.take('hook_event_name')
  const cwd = takeCwd(eventName, fields)
  const hostTurnId = fields.takeNonEmptyString('prompt_id')
  const isSubagentEvent = eventName === 'SubagentStart' || eventName === 'SubagentStop'
  const agentId = fields.peek('agent_id')
  const detail = takeDetail(eventName, fields)
  const isNameless = isSubagentEvent && detail.kind === 'other'
  const agent = isNameless ? undefined : takeAgent(fields)
  return {
    host: 'claude-code',
    name: eventName,
    sessionId,
    detail,
    ...optional('cwd', cwd),
    ...optional('transcriptPath', transcriptPath),
    ...optional('hostTurnId', hostTurnId),
    ...optional('agent', agent),
    isDistinct: isSubagentEvent ? isFilled(agentId) : hasOwnId(detail, hostTurnId),
    fields: fields.left(),
  }
}

function takeCwd(eventName: string, fields: PayloadFields): string | undefined {
  const newCwd = eventName === 'CwdChanged' ? fields.takeNonEmptyString('new_cwd') : undefined
  if (newCwd === undefined) return fields.takeNonEmptyString('cwd')
  if (fields.peek('cwd') === newCwd) fields.take('cwd')
  return newCwd
}

function hasOwnId(detail: EventDetail, hostTurnId: string | undefined): boolean {
  if (detail.kind === 'prompt') return hostTurnId !== undefined
  return detail.kind === 'tool' && detail.toolUseId !== undefined
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

const takeDetail = detailBy({
  ...claudeShapedReaders,
  UserPromptSubmit: (fields) => {
    const text = fields.takeString('prompt')
    return text === undefined ? undefined : { kind: 'prompt', text, origin: originOf(text) }
  },
  PostToolUse: (fields) => tool(fields, 'ok'),
  PostToolUseFailure: (fields) => tool(fields, 'failed'),
  StopFailure: (fields) => ({ kind: 'turn-end', outcome: 'failed', ...answer(fields) }),
  SubagentStart: (fields) => (isCompaction(fields) ? undefined : { kind: 'subagent-start' }),
  SubagentStop: (fields) =>
    isCompaction(fields) ? undefined : { kind: 'subagent-end', ...answer(fields) },
  InstructionsLoaded: (fields) => {
    const path = fields.takeNonEmptyString('file_path')
    if (path === undefined) return undefined
    const file = {
      path,
      kind: fields.takeString('memory_type') ?? unsaid,
      reason: fields.takeString('load_reason') ?? unsaid,
      ...optional('parent', fields.takeNonEmptyString('parent_file_path')),
      ...optional('trigger', fields.takeNonEmptyString('trigger_file_path')),
    }
    return { kind: 'instructions-loaded', file }
  },
  CwdChanged: () => ({ kind: 'cwd-changed' }),
})

function tool(fields: PayloadFields, outcome: 'ok' | 'failed'): EventDetail | undefined {
  const toolName = fields.takeNonEmptyString('tool_name')
  if (toolName === undefined) return undefined
  return {
    kind: 'tool',
    toolName,
    ...optional('toolUseId', fields.takeNonEmptyString('tool_use_id')),
    input: fields.take('tool_input') ?? null,
    output:
      outcome === 'ok'
        ? (fields.take('tool_response') ?? null)
        : fields.takeObject(['error', 'is_interrupt', 'tool_response']),
    outcome,
    ...optional('durationMs', fields.takeNumber('duration_ms')),
  }
}

/** The compacting model call ends like a subagent, but it has no name and nobody started it. */
function isCompaction(fields: PayloadFields): boolean {
  return fields.peek('agent_type') === ''
}
