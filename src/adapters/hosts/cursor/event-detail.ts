/** What happened, by Cursor's name of the event. A payload without its essential field is `other`. */
import type { EventDetail } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import { claudeShapedReaders, detailBy, optional, unsaid } from '../claude-shaped-detail.ts'
import type { PayloadFields } from '../payload-fields.ts'
import { isSlashCommand } from '../slash-command.ts'

export const takeDetail = detailBy({
  sessionStart: claudeShapedReaders.SessionStart,
  sessionEnd: claudeShapedReaders.SessionEnd,
  beforeSubmitPrompt: (fields) => {
    const text = fields.takeString('prompt')
    const origin = isSlashCommand(text ?? '') ? 'command' : 'user'
    return text === undefined ? undefined : { kind: 'prompt', text, origin }
  },
  postToolUse: (fields) => {
    const output = parseOutput(fields.take('tool_output') ?? null)
    return tool(fields, { output, outcome: hasExitedBadly(output) ? 'failed' : 'ok' })
  },
  postToolUseFailure: (fields) => {
    const error = fields.take('error_message') ?? null
    const output = { error, ...fields.takeObject(['failure_type', 'is_interrupt']) }
    return tool(fields, { output, outcome: 'failed' })
  },
  // It comes with every message of the agent; the last is the answer, which `stop` does not tell.
  afterAgentResponse: (fields) => {
    const answer = fields.takeString('text')
    return answer === undefined ? undefined : { kind: 'turn-end', answer, outcome: 'ok' }
  },
  // A turn that the user broke off has not ended; the next prompt leaves it as it is.
  stop: (fields) => {
    const status = fields.peek('status')
    if (status === 'aborted') return undefined
    return { kind: 'turn-end', outcome: status === 'error' ? 'failed' : 'ok' }
  },
  subagentStart: claudeShapedReaders.SubagentStart,
  subagentStop: (fields) => ({
    kind: 'subagent-end',
    ...optional('answer', fields.takeString('summary')),
  }),
  preCompact: (fields) => ({
    kind: 'pre-compact',
    trigger: fields.takeString('trigger') ?? unsaid,
    ...optional('contextTokens', fields.takeNumber('context_tokens')),
  }),
})

function tool(
  fields: PayloadFields,
  result: { readonly output: Json; readonly outcome: 'ok' | 'failed' },
): EventDetail | undefined {
  const toolName = fields.takeNonEmptyString('tool_name')
  if (toolName === undefined) return undefined
  return {
    kind: 'tool',
    toolName,
    ...optional('toolUseId', fields.takeNonEmptyString('tool_use_id')),
    input: fields.take('tool_input') ?? null,
    ...result,
    ...optional('durationMs', fields.takeNumber('duration')),
  }
}

/** A tool's output is JSON in a string. */
function parseOutput(output: Json): Json {
  if (typeof output !== 'string') return output
  try {
    return JSON.parse(output) as Json
  } catch {
    return output
  }
}

function hasExitedBadly(output: Json): boolean {
  const exitCode = isJsonObject(output) ? output.exitCode : undefined
  return typeof exitCode === 'number' && exitCode !== 0
}
