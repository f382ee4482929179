/** Parses what our OpenCode plugin sends and renders the answers. */

import type { EventDetail, HostEvent } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import type { HostEventSpec, HostProtocol, SamplePrompt } from '../../../core/ports/host.ts'
import {
  answer,
  claudeShapedReaders,
  detailBy,
  isSlashCommand,
  optional,
  takeAgent,
} from '../shared/claude-events.ts'
import { PayloadFields } from '../shared/payload-fields.ts'

/** The events our plugin sends, under Claude Code's names: we write both ends. */
export const opencodeEvents: readonly HostEventSpec[] = [
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
  { name: 'SessionEnd', answers: false },
]

export const opencodeProtocol: HostProtocol = {
  name: 'opencode',
  displayName: 'OpenCode',
  mcpClients: ['opencode'],
  capabilities: {
    injectsAtStart: true,
    injectsAtPrompt: true,
    injectsAtSubagentStart: true,
    endOfTurnText: true,
    compaction: true,
    // A part of a message has no limit: 100,000 characters reached the model whole.
    maxContextCharacters: 100_000,
  },
  events: opencodeEvents,
  parse: parseOpencodeEvent,
  // The plugin takes what is printed as it is.
  renderAnswer: (eventName, context) => (takesContext.has(eventName) ? context : ''),
  samplePrompt,
}

const takesContext = new Set(['SessionStart', 'UserPromptSubmit', 'SubagentStart'])

function samplePrompt({ sessionId, text, cwd }: SamplePrompt) {
  return { event: 'UserPromptSubmit', payload: { session_id: sessionId, cwd, prompt: text } }
}

function parseOpencodeEvent(eventName: string, payload: JsonObject): HostEvent | undefined {
  const fields = new PayloadFields(payload)
  const sessionId = fields.takeNonEmptyString('session_id')
  if (sessionId === undefined) return undefined
  const detail = takeDetail(eventName, fields)
  return {
    host: 'opencode',
    name: eventName,
    sessionId,
    detail,
    ...optional('cwd', fields.takeNonEmptyString('cwd')),
    ...optional('hostTurnId', fields.takeNonEmptyString('prompt_id')),
    ...optional('agent', takeAgent(fields)),
    isDistinct: hasOwnId(detail, payload),
    fields: fields.left(),
  }
}

/** A turn begins and ends once, by its message; a subagent may be started again. */
function hasOwnId(detail: EventDetail, payload: JsonObject): boolean {
  switch (detail.kind) {
    case 'prompt':
    case 'turn-end':
      return payload.prompt_id !== undefined
    case 'subagent-start':
    case 'subagent-end':
      return payload.message_id !== undefined
    default:
      return detail.kind === 'tool' && detail.toolUseId !== undefined
  }
}

const takeDetail = detailBy({
  ...claudeShapedReaders,
  UserPromptSubmit: prompt,
  PostToolUse: (fields) => {
    const response = fields.take('tool_response') ?? null
    return tool(fields, response, exitsWell(response) ? 'ok' : 'failed')
  },
  PostToolUseFailure: (fields) => tool(fields, fields.takeObject(['error']), 'failed'),
  StopFailure: (fields) => ({ kind: 'turn-end', outcome: 'failed', ...answer(fields) }),
})

function prompt(fields: PayloadFields): EventDetail | undefined {
  const sent = fields.takeString('prompt')
  if (sent === undefined) return undefined
  const isByHost = fields.take('is_by_host') === true
  const text = isByHost ? sent : withoutQuotes(sent)
  const typed = isSlashCommand(text) ? 'command' : 'user'
  return { kind: 'prompt', text, origin: isByHost ? 'notification' : typed }
}

function tool(
  fields: PayloadFields,
  output: Json,
  outcome: 'ok' | 'failed',
): EventDetail | undefined {
  const toolName = fields.takeNonEmptyString('tool_name')
  if (toolName === undefined) return undefined
  const toolUseId = optional('toolUseId', fields.takeNonEmptyString('tool_use_id'))
  const input = fields.take('tool_input') ?? null
  return { kind: 'tool', toolName, ...toolUseId, input, output, outcome }
}

/** Only shell commands have an exit; that of a killed one is null. */
function exitsWell(response: Json): boolean {
  if (!isJsonObject(response)) return true
  const metadata = response.metadata ?? null
  const exit = isJsonObject(metadata) ? metadata.exit : undefined
  return (exit === undefined || exit === 0) && response.isError !== true
}

/**
 * `opencode run` puts quotation marks round every argument with a space in it, and a backslash
 * before those within.
 */
function withoutQuotes(prompt: string): string {
  const quoted = /^"((?:[^"]|(?<=\\)")* (?:[^"]|(?<=\\)")*)"$/.exec(prompt)?.[1]
  return quoted === undefined ? prompt : quoted.replaceAll('\\"', '"')
}
