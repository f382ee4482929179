/** What happened, by the name of the event: Claude Code's words, but for prompts and tools. */
import type { EventDetail } from '../../../core/model/host-event.ts'
import { claudeShapedReaders, detailBy, optional } from '../claude-shaped-detail.ts'
import type { PayloadFields } from '../payload-fields.ts'
import { originOf } from './prompt-origin.ts'
import { outcomeOf } from './tool-outcome.ts'

export const takeDetail = detailBy({
  ...claudeShapedReaders,
  UserPromptSubmit: prompt,
  PostToolUse: tool,
})

/** What a subagent is told to do is not what the user said, and begins no turn of theirs. */
function prompt(fields: PayloadFields): EventDetail | undefined {
  if (fields.peek('agent_id') !== undefined) return undefined
  const text = fields.takeString('prompt')
  return text === undefined ? undefined : { kind: 'prompt', text, origin: originOf(text) }
}

function tool(fields: PayloadFields): EventDetail | undefined {
  const toolName = fields.takeNonEmptyString('tool_name')
  if (toolName === undefined) return undefined
  const input = fields.take('tool_input') ?? null
  const output = fields.take('tool_response') ?? null
  return {
    kind: 'tool',
    toolName,
    ...optional('toolUseId', fields.takeNonEmptyString('tool_use_id')),
    input,
    output,
    outcome: outcomeOf(input, output),
  }
}
