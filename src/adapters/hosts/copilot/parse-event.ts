/** A hook payload of Copilot CLI as our event, whichever hook it was sent to. */
import type { HostEvent } from '../../../core/model/host-event.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { optional } from '../claude-shaped-detail.ts'
import { PayloadFields } from '../payload-fields.ts'
import { takeDetail } from './event-detail.ts'
import { claudeEventName, claudeFields } from './spelling.ts'

export function parseCopilotEvent(eventName: string, payload: JsonObject): HostEvent | undefined {
  const name = claudeEventName(eventName)
  const fields = new PayloadFields(claudeFields(payload))
  const sessionId = takeSession(fields)
  if (sessionId === undefined) return undefined

  for (const ownName of ['hook_event_name', 'hook_name']) {
    if (claudeEventName(String(fields.peek(ownName))) === name) fields.take(ownName)
  }
  // Of the delivery, not of what happened: each of two hooks may be told another one.
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
