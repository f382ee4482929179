/** A hook payload of Kiro as our event. */
import type { HostEvent } from '../../../core/model/host-event.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { optional } from '../claude-shaped-detail.ts'
import { PayloadFields } from '../payload-fields.ts'
import { takeDetail } from './event-detail.ts'
import { triggerName } from './events.ts'

export function parseKiroEvent(eventName: string, payload: JsonObject): HostEvent | undefined {
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
