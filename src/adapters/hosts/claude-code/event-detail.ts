/** What happened, by the name of the event. A payload without its essential field is `other`. */
import type { EventDetail } from '../../../core/model/host-event.ts'
import { answer, claudeShapedReaders, detailBy, optional, unsaid } from '../claude-shaped-detail.ts'
import type { PayloadFields } from '../payload-fields.ts'
import { originOf } from './prompt-origin.ts'

export const takeDetail = detailBy({
  ...claudeShapedReaders,
  UserPromptSubmit: (fields) => {
    const text = fields.takeString('prompt')
    return text === undefined ? undefined : { kind: 'prompt', text, origin: originOf(text) }
  },
  PostToolUse: (fields) => tool(fields, 'ok'),
  PostToolUseFailure: (fields) => tool(fields, 'failed'),
  StopFailure: (fields) => ({ kind: 'turn-end', outcome: 'failed', ...answer(fields) }),
  SubagentStart: (fields) => (isCompaction(fields) ? undefined : { kind: 'subagent-start' }),
  SubagentStop: (fields) =>
    isCompaction(fields) ? undefined : { kind: 'subagent-end', ...answer(fields) },
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
})

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
