/** A hook payload of Codex as our event. */
import type { EventDetail, HostEvent } from '../../../core/model/host-event.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { optional, takeAgent } from '../claude-shaped-detail.ts'
import { PayloadFields } from '../payload-fields.ts'
import { takeDetail } from './event-detail.ts'

export function parseCodexEvent(eventName: string, payload: JsonObject): HostEvent | undefined {
  const fields = new PayloadFields(payload)
  const sessionId = fields.takeNonEmptyString('session_id')
  if (sessionId === undefined) return undefined

  if (fields.peek('hook_event_name') === eventName) fields.take('hook_event_name')
  const cwd = fields.takeNonEmptyString('cwd')
  const detail = takeDetail(eventName, fields)
  const agent = takeAgent(fields)
  // A subagent has turns and a transcript of its own, which are not those of the session.
  const hostTurnId = agent ? undefined : fields.takeNonEmptyString('turn_id')
  const transcriptPath = agent ? undefined : fields.takeNonEmptyString('transcript_path')
  return {
    host: 'codex',
    name: eventName,
    sessionId,
    detail,
    ...optional('cwd', cwd),
    ...optional('transcriptPath', transcriptPath),
    ...optional('hostTurnId', hostTurnId),
    ...optional('agent', agent),
    isDistinct: hasOwnId(detail, payload),
    fields: fields.left(),
  }
}

/** The id of its turn tells a prompt, and the start or end of an agent, from every other. */
function hasOwnId(detail: EventDetail, { turn_id }: JsonObject): boolean {
  if (detail.kind === 'tool') return detail.toolUseId !== undefined
  const isOncePerTurn = ['prompt', 'subagent-start', 'subagent-end'].includes(detail.kind)
  return isOncePerTurn && typeof turn_id === 'string' && turn_id !== ''
}
