/** What happened, by the name of the event. A payload without its essential field is `other`. */
import type { EventDetail } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import { claudeShapedReaders, detailBy } from '../claude-shaped-detail.ts'
import type { PayloadFields } from '../payload-fields.ts'
import { isSlashCommand } from '../slash-command.ts'

export const takeDetail = detailBy({
  ...claudeShapedReaders,
  UserPromptSubmit: (fields) => {
    if (isInSubagent(fields)) return undefined
    const text = fields.takeString('prompt')
    const origin = isSlashCommand(text ?? '') ? 'command' : 'user'
    return text === undefined ? undefined : { kind: 'prompt', text, origin }
  },
  PostToolUse: (fields) => tool(fields, 'tool_result'),
  PostToolUseFailure: (fields) => tool(fields, 'error'),
  Stop: (fields) => (isInSubagent(fields) ? undefined : { kind: 'turn-end', outcome: 'ok' }),
  // The turn ends with it, unless the client asks the model again; then its Stop says otherwise.
  ErrorOccurred: (fields) => {
    const isTurns = fields.peek('error_context') === 'model_call' && !isInSubagent(fields)
    return isTurns ? { kind: 'turn-end', outcome: 'failed' } : undefined
  },
})

/** What the agent asks a subagent is no prompt, and its answer ends no turn. */
function isInSubagent(fields: PayloadFields): boolean {
  return fields.peek('agent_id') !== undefined
}

function tool(fields: PayloadFields, outputName: string): EventDetail | undefined {
  const toolName = fields.takeNonEmptyString('tool_name')
  if (toolName === undefined) return undefined
  const input = fields.take('tool_input') ?? null
  const result = fields.take(outputName) ?? null
  const hasFailed = outputName === 'error' || tellsFailure(result)
  return {
    kind: 'tool',
    toolName,
    input,
    output: outputName === 'error' ? { error: result } : result,
    outcome: hasFailed ? 'failed' : 'ok',
  }
}

/** A shell command that fails is a success to the client; only the last line tells. */
function tellsFailure(result: Json): boolean {
  if (!isJsonObject(result)) return false
  const { result_type: type, text_result_for_llm: text } = result
  if (typeof type === 'string' && type !== 'success') return true
  const exitCode = typeof text === 'string' ? lastLine.exec(text)?.[1] : undefined
  return exitCode !== undefined && exitCode !== '0'
}

const lastLine = /<shellId: [^<>\n]+ completed with exit code (-?\d+)>\s*$/
