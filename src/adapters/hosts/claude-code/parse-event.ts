/** A hook payload of Claude Code as our event. */
import type { EventDetail, HostEvent } from '../../../core/model/host-event.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { optional, takeAgent } from '../claude-shaped-detail.ts'
import { PayloadFields } from '../payload-fields.ts'
import { takeDetail } from './event-detail.ts'

export function parseClaudeCodeEvent(
  eventName: string,
  payload: JsonObject,
): HostEvent | undefined {
  const fields = new PayloadFields(payload)
  const transcriptPath = fields.takeNonEmptyString('transcript_path')
  const sessionId = fields.takeNonEmptyString('session_id') ?? sessionOf(transcriptPath)
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

/** A transcript is named after its session, and one session keeps its transcript. */
function sessionOf(transcriptPath: string | undefined): string | undefined {
  const fileName = transcriptPath?.split(/[/\\]/).at(-1)
  return fileName?.replace(/\.jsonl$/, '') || undefined
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
