/** A hook payload of Cursor as our event, whichever hook it was sent to. */
import type { EventDetail, HostEvent } from '../../../core/model/host-event.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { optional } from '../claude-shaped-detail.ts'
import { PayloadFields } from '../payload-fields.ts'
import { takeDetail } from './event-detail.ts'
import { cursorEventName } from './events.ts'

export function parseCursorEvent(eventName: string, payload: JsonObject): HostEvent | undefined {
  const name = cursorEventName(eventName)
  const fields = new PayloadFields(payload)
  const sessionId = takeSession(fields)
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

/** The start of a session tells its id twice. */
function takeSession(fields: PayloadFields): string | undefined {
  const conversation = fields.takeNonEmptyString('conversation_id')
  if (conversation === undefined) return fields.takeNonEmptyString('session_id')
  if (fields.peek('session_id') === conversation) fields.take('session_id')
  return conversation
}

/** Only tools tell a folder of their own; hooks of the user run in `~/.cursor`, wherever he is. */
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
