/** What happened, by the name our plugin gives it. A payload without its essential field is `other`. */
import type { EventDetail } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import { answer, claudeShapedReaders, detailBy, optional } from '../claude-shaped-detail.ts'
import type { PayloadFields } from '../payload-fields.ts'
import { isSlashCommand } from '../slash-command.ts'
import { withoutQuotes } from './without-quotes.ts'

export const takeDetail = detailBy({
  ...claudeShapedReaders,
  UserPromptSubmit: prompt,
  PostToolUse: (fields) => {
    const response = fields.take('tool_response') ?? null
    return tool(fields, response, exitsWell(response) ? 'ok' : 'failed')
  },
  PostToolUseFailure: (fields) => tool(fields, fields.takeObject(['error']), 'failed'),
  StopFailure: (fields) => ({ kind: 'turn-end', outcome: 'failed', ...answer(fields) }),
})

function prompt(fields: PayloadFields): EventDetail | undefined {
  const sent = fields.takeString('prompt')
  if (sent === undefined) return undefined
  const isByHost = fields.take('is_by_host') === true
  const text = isByHost ? sent : withoutQuotes(sent)
  const typed = isSlashCommand(text) ? 'command' : 'user'
  return { kind: 'prompt', text, origin: isByHost ? 'notification' : typed }
}

function tool(
  fields: PayloadFields,
  output: Json,
  outcome: 'ok' | 'failed',
): EventDetail | undefined {
  const toolName = fields.takeNonEmptyString('tool_name')
  if (toolName === undefined) return undefined
  const toolUseId = optional('toolUseId', fields.takeNonEmptyString('tool_use_id'))
  const input = fields.take('tool_input') ?? null
  return { kind: 'tool', toolName, ...toolUseId, input, output, outcome }
}

/** Only shell commands have an exit; that of a killed one is null. */
function exitsWell(response: Json): boolean {
  if (!isJsonObject(response)) return true
  const metadata = response.metadata ?? null
  const exit = isJsonObject(metadata) ? metadata.exit : undefined
  return (exit === undefined || exit === 0) && response.isError !== true
}
