/**
 * Finds the tool calls in what was sent to the model: blocks of Anthropic's API, and in older tasks
 * XML in the agent's text, which the result names again: `[read_file for 'a.ts'] Result:`.
 */
import { reportsFailure } from '../../../core/activity/tool-output.ts'
import { type Json, type JsonObject, listOf, objectOf, stringOf } from '../../../core/model/json.ts'
import { taggedSpans } from '../../foreign-files/spans.ts'
import { contentText, type ToolResult } from '../conversation.ts'

export interface FinishedCall extends ToolResult {
  readonly name: string
  readonly input: Json
}

/** @param prefix makes the ids of calls that have none */
export function finishedCalls(messages: readonly JsonObject[], prefix: string): FinishedCall[] {
  const open = new Map<string, { readonly name: string; readonly input: Json }>()
  const finished: FinishedCall[] = []
  let said = ''
  for (const { role, content } of messages) {
    const blocks = blocksOf(content)
    if (role === 'assistant') said = contentText(content)
    for (const block of blocks) {
      const id = stringOf(block.id) ?? stringOf(block.tool_use_id) ?? ''
      if (block.type === 'tool_use')
        open.set(id, { name: stringOf(block.name) ?? 'unknown', input: block.input ?? null })
      const call = block.type === 'tool_result' ? open.get(id) : undefined
      if (!call) continue
      const output = contentText(block.content)
      const hasFailed = block.is_error === true || saysFailure(output)
      finished.push({ id, ...call, output, hasFailed })
    }
    if (role === 'user')
      for (const { name, output } of writtenResults(blocks)) {
        const input = writtenInput(said, name)
        if (!input) continue
        const id = `${prefix} ${finished.length + 1}`
        finished.push({ id, name, input, output, hasFailed: saysFailure(output) })
      }
  }
  return finished.filter(({ name }) => !talk.has(name))
}

/** With these tools the agent talks to the user. */
const talk = new Set([
  ...['attempt_completion', 'ask_followup_question', 'plan_mode_respond', 'new_task'],
  ...['switch_mode', 'update_todo_list', 'condense', 'summarize_task', 'act_mode_respond'],
])

export const blocksOf = (content: Json | undefined): JsonObject[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content).map(objectOf)

const resultHead = /^\[([a-z_]+)\b[^\n]*\] Result:\s*/

function writtenResults(blocks: readonly JsonObject[]): { name: string; output: string }[] {
  const results: { name: string; output: string }[] = []
  for (const { type, text } of blocks) {
    const said = type === 'text' ? (stringOf(text) ?? '') : ''
    const [head, name] = resultHead.exec(said) ?? []
    if (head !== undefined && name !== undefined)
      results.push({ name, output: said.slice(head.length) })
    else if (said.startsWith('<environment_details>')) break
    else {
      const last = results.at(-1)
      if (last) last.output = [last.output, said].filter(Boolean).join('\n')
    }
  }
  return results
}

function writtenInput(said: string, name: string): JsonObject | undefined {
  const from = said.lastIndexOf(`<${name}>`)
  const to = said.lastIndexOf(`</${name}>`)
  if (from < 0 || to < from) return undefined
  const inside = said.slice(from + name.length + 2, to)
  const fields = [...taggedSpans(inside)]
  return Object.fromEntries(fields.map(([field, value]) => [field, value.trim()]))
}

const failure =
  /^(?:The tool execution failed|The user denied|Error executing)|^Command (?:failed|exited|execution)[^\n]* code:? [1-9]|^Exit code: [1-9]/m

const saysFailure = (output: string) => failure.test(output) || reportsFailure(output)

/** What the user typed, without what was added around it for the model. */
export function typedText(text: string): string {
  const without = text.replace(/<environment_details>[\s\S]*?(?:<\/environment_details>|$)/g, '')
  const [first] = taggedSpans(without, (name) => frames.has(name))
  return (first?.[1] ?? without).trim()
}

const frames = new Set(['task', 'feedback', 'user_message', 'user_input'])

/** `# Current Working Directory (/home/dev/project) Files` */
export const folderIn = (text: string) =>
  /^# Current (?:Working|Workspace) Directory \(([^)\n]+)\) Files/m.exec(text)?.[1]
