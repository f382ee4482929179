/** What happened, by the name of the event. A payload without its essential field is `other`. */
import type { EventDetail } from '../../../core/capture/event.ts'
import type { PayloadFields } from '../payload-fields.ts'
import { originOf } from './prompt-origin.ts'

export function takeDetail(eventName: string, fields: PayloadFields): EventDetail {
  return readers.get(eventName)?.(fields) ?? { kind: 'other' }
}

type Reader = (fields: PayloadFields) => EventDetail | undefined

const unsaid = 'unknown'

const readersByEvent: Readonly<Record<string, Reader>> = {
  SessionStart: (fields) => ({
    kind: 'session-start',
    source: fields.takeString('source') ?? unsaid,
    ...optional('model', fields.takeString('model')),
  }),
  UserPromptSubmit: (fields) => {
    const text = fields.takeString('prompt')
    return text === undefined ? undefined : { kind: 'prompt', text, origin: originOf(text) }
  },
  PostToolUse: (fields) => tool(fields, 'ok'),
  PostToolUseFailure: (fields) => tool(fields, 'failed'),
  Stop: (fields) => ({ kind: 'turn-end', outcome: 'ok', ...answer(fields) }),
  StopFailure: (fields) => ({ kind: 'turn-end', outcome: 'failed', ...answer(fields) }),
  SubagentStart: (fields) => (isCompaction(fields) ? undefined : { kind: 'subagent-start' }),
  SubagentStop: (fields) =>
    isCompaction(fields) ? undefined : { kind: 'subagent-end', ...answer(fields) },
  PreCompact: (fields) => ({
    kind: 'pre-compact',
    trigger: fields.takeString('trigger') ?? unsaid,
  }),
  PostCompact: (fields) => ({
    kind: 'post-compact',
    trigger: fields.takeString('trigger') ?? unsaid,
    ...optional('summary', fields.takeString('compact_summary')),
  }),
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
  SessionEnd: (fields) => ({ kind: 'session-end', reason: fields.takeString('reason') ?? unsaid }),
}

/** A map, because an event may be called `constructor`. */
const readers = new Map(Object.entries(readersByEvent))

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

function answer(fields: PayloadFields): { answer?: string } {
  return optional('answer', fields.takeString('last_assistant_message'))
}

function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value }
}
