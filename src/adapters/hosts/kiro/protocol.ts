/** Parses Kiro's hook payloads and renders the answers. */

import type { HostEvent } from '../../../core/model/host-event.ts'
import { isJsonObject, type JsonObject } from '../../../core/model/json.ts'
import type { HostEventSpec, HostProtocol, SamplePrompt } from '../../../core/ports/host.ts'
import { claudeShapedReaders, detailBy, isSlashCommand, optional } from '../shared/claude-events.ts'
import { PayloadFields } from '../shared/payload-fields.ts'

/** The triggers of Kiro that we listen to, and what agents of version 2 call them. */
export const kiroEvents: readonly HostEventSpec[] = [
  { name: 'SessionStart', answers: true },
  { name: 'UserPromptSubmit', answers: true },
  { name: 'PostToolUse', answers: false },
  { name: 'Stop', answers: false },
  { name: 'PreCompact', answers: true },
  { name: 'PostCompact', answers: false },
]

function triggerName(eventName: string): string {
  return eventName === 'agentSpawn'
    ? 'SessionStart'
    : eventName.replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

export const kiroProtocol: HostProtocol = {
  name: 'kiro',
  displayName: 'Kiro CLI',
  mcpClients: ['Q DEV CLI', 'Kiro CLI'],
  capabilities: {
    injectsAtStart: true,
    losesStartOf: ['compact'],
    injectsAtPrompt: true,
    injectsAtSubagentStart: false,
    endOfTurnText: true,
    compaction: true,
    // None is documented.
    maxContextCharacters: 10_000,
  },
  events: kiroEvents,
  parse: parseKiroEvent,
  renderAnswer,
  samplePrompt,
}

const eventsTakingContext = ['SessionStart', 'UserPromptSubmit']

/** What a hook prints goes to the model as it is. */
function renderAnswer(eventName: string, context: string): string {
  return eventsTakingContext.includes(triggerName(eventName)) ? context : ''
}

function samplePrompt({ sessionId, text, cwd }: SamplePrompt) {
  const event = 'UserPromptSubmit'
  return { event, payload: { hook_event_name: event, cwd, session_id: sessionId, prompt: text } }
}

function parseKiroEvent(eventName: string, payload: JsonObject): HostEvent | undefined {
  const name = triggerName(eventName)
  const fields = new PayloadFields(payload)
  // Early clients name none. Their folder would do for one, but then all sessions there would be
  // one that has already been shown what we know.
  const sessionId = fields.takeNonEmptyString('session_id')
  if (sessionId === undefined) return undefined

  if (triggerName(String(fields.peek('hook_event_name'))) === name) fields.take('hook_event_name')
  const cwd = fields.takeNonEmptyString('cwd')
  const detail = takeDetail(name, fields)
  return {
    host: 'kiro',
    name,
    sessionId,
    detail,
    ...optional('cwd', cwd),
    isDistinct: detail.kind === 'tool' && detail.toolUseId !== undefined,
    fields: fields.left(),
  }
}

const takeDetail = detailBy({
  ...claudeShapedReaders,
  UserPromptSubmit: (fields) => {
    const text = fields.takeString('prompt')
    const origin = isSlashCommand(text ?? '') ? 'command' : 'user'
    return text === undefined ? undefined : { kind: 'prompt', text, origin }
  },
  PostToolUse: (fields) => {
    const toolName = fields.takeNonEmptyString('tool_name')
    if (toolName === undefined) return undefined
    const output = fields.take('tool_response') ?? null
    return {
      kind: 'tool',
      toolName,
      ...optional('toolUseId', fields.takeNonEmptyString('tool_use_id')),
      input: fields.take('tool_input') ?? null,
      output,
      outcome: isJsonObject(output) && output.success === false ? 'failed' : 'ok',
    }
  },
  Stop: (fields) => ({
    kind: 'turn-end',
    outcome: 'ok',
    ...optional('answer', fields.takeString('assistant_response')),
  }),
})
