/** What our plugin in OpenCode sent as our event. */
import type { EventDetail, HostEvent } from '../../../core/model/host-event.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { optional, takeAgent } from '../claude-shaped-detail.ts'
import { PayloadFields } from '../payload-fields.ts'
import { takeDetail } from './event-detail.ts'

export function parseOpencodeEvent(eventName: string, payload: JsonObject): HostEvent | undefined {
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

/** A turn is told to begin and to end once, by its message; a subagent may be sent again. */
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
