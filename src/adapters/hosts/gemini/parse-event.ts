/** A hook payload of Gemini CLI as our event. */
import type { HostEvent } from '../../../core/model/host-event.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { optional } from '../claude-shaped-detail.ts'
import { PayloadFields } from '../payload-fields.ts'
import { takeDetail } from './event-detail.ts'
import { asTyped } from './typed-text.ts'

export function parseGeminiEvent(eventName: string, payload: JsonObject): HostEvent | undefined {
  const { prompt } = payload
  const fields = new PayloadFields(
    typeof prompt === 'string' ? { ...payload, prompt: asTyped(prompt) } : payload,
  )
  const sessionId = fields.takeNonEmptyString('session_id')
  if (sessionId === undefined) return undefined

  if (fields.peek('hook_event_name') === eventName) fields.take('hook_event_name')
  const cwd = fields.takeNonEmptyString('cwd')
  const transcriptPath = fields.takeNonEmptyString('transcript_path')
  const detail = takeDetail(eventName, fields)
  return {
    host: 'gemini',
    name: eventName,
    sessionId,
    detail,
    ...optional('cwd', cwd),
    ...optional('transcriptPath', transcriptPath),
    // The client has no ids of calls and turns, but tells the millisecond of each event.
    isDistinct: fields.peek('timestamp') !== undefined,
    fields: fields.left(),
  }
}
