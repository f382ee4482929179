/** What happened, by the name of the event. A payload without its essential field is `other`. */
import { tellsFailure } from '../../../core/activity/tool-output.ts'
import type { EventDetail } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import { claudeShapedReaders, detailBy, optional } from '../claude-shaped-detail.ts'
import type { PayloadFields } from '../payload-fields.ts'
import { isSlashCommand } from '../slash-command.ts'

export const takeDetail = detailBy({
  SessionStart: claudeShapedReaders.SessionStart,
  BeforeAgent: (fields) => {
    const text = fields.takeString('prompt')
    if (text === undefined) return undefined
    return { kind: 'prompt', text, origin: isSlashCommand(text) ? 'command' : 'user' }
  },
  AfterTool: tool,
  AfterAgent: (fields) => ({
    kind: 'turn-end',
    outcome: 'ok',
    ...optional('answer', takeAnswer(fields)),
  }),
  // An `auto` one precedes every model call, whether or not the client will compress anything.
  PreCompress: (fields) =>
    fields.peek('trigger') === 'auto' ? undefined : claudeShapedReaders.PreCompact(fields),
  SessionEnd: (fields) => {
    // Leaving tells it three times; only the time differs.
    fields.take('timestamp')
    return claudeShapedReaders.SessionEnd(fields)
  },
})

function tool(fields: PayloadFields): EventDetail | undefined {
  const toolName = fields.takeNonEmptyString('tool_name')
  if (toolName === undefined) return undefined
  const output = fields.take('tool_response') ?? null
  return {
    kind: 'tool',
    toolName,
    input: fields.take('tool_input') ?? null,
    output,
    outcome: hasFailed(toolName, output) ? 'failed' : 'ok',
  }
}

/** A command that ends with another code than 0 is no error to the client, but says so to the model. */
function hasFailed(toolName: string, output: Json): boolean {
  const hasError = isJsonObject(output) && isJsonObject(output.error)
  return hasError || (toolName === 'run_shell_command' && tellsFailure(output))
}

/** What the client puts in the place of an answer that has no words is not one. */
function takeAnswer(fields: PayloadFields): string | undefined {
  return fields.peek('prompt_response') === '[no response text]'
    ? undefined
    : fields.takeString('prompt_response')
}
