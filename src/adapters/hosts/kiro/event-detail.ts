/** What happened, by its trigger. A payload without its essential field is `other`. */
import { isJsonObject } from '../../../core/model/json.ts'
import { claudeShapedReaders, detailBy, optional } from '../claude-shaped-detail.ts'
import { isSlashCommand } from '../slash-command.ts'

export const takeDetail = detailBy({
  ...claudeShapedReaders,
  UserPromptSubmit: (fields) => {
    const text = fields.takeString('prompt')
    const origin = isSlashCommand(text ?? '') ? 'command' : 'user'
    return text === undefined ? undefined : { kind: 'prompt', text, origin }
  },
  PostToolUse: (fields) => {
    const toolName = fields.takeNonEmptyString('tool_name')
    if (toolName === undefined) return undefined
    const output = fields.take('tool_response') ?? null
    return {
      kind: 'tool',
      toolName,
      ...optional('toolUseId', fields.takeNonEmptyString('tool_use_id')),
      input: fields.take('tool_input') ?? null,
      output,
      outcome: isJsonObject(output) && output.success === false ? 'failed' : 'ok',
    }
  },
  Stop: (fields) => ({
    kind: 'turn-end',
    outcome: 'ok',
    ...optional('answer', fields.takeString('assistant_response')),
  }),
})
