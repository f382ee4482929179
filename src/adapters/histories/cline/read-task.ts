/**
 * Reads a task of Cline, Roo Code or Kilo Code. The messages shown to the user have times and clean
 * text; those sent to the model have the tool calls with their results.
 */

import { reportsFailure } from '../../../core/activity/tool-output.ts'
import {
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  stringOf,
  timeOf,
} from '../../../core/model/json.ts'
import type { ImportedEvent } from '../../../core/ports/history-source.ts'
import { taggedSpans } from '../../foreign-files/spans.ts'
import {
  type Conversation,
  contentText,
  createConversation,
  type Moment,
  type ToolResult,
} from '../conversation.ts'

export interface ClineTask {
  readonly host: string
  readonly id: string
  readonly parentId: string | undefined
  readonly cwd: string | undefined
  readonly models: readonly { readonly since: string; readonly model: string }[]
}

interface Reading {
  readonly conversation: Conversation
  readonly calls: FinishedCall[]
  hasBegun: boolean
}

export function* readTask(
  task: ClineTask,
  shown: Json | undefined,
  sent: Json | undefined,
): Generator<ImportedEvent> {
  const { host, id, parentId } = task
  const messages = listOf(sent).map(objectOf)
  const cwd = task.cwd ?? recordedFolder(messages)
  const agent = parentId === undefined ? {} : { agent: { id, name: 'subtask' } }
  const reading: Reading = {
    conversation: createConversation(host, parentId ?? id),
    calls: finishedCalls(messages, id),
    hasBegun: false,
  }
  let last: Moment = { at: timeOf(Number(id)) ?? new Date(0).toISOString(), cwd, ...agent }
  for (const message of listOf(shown).map(objectOf)) {
    const at = timeOf(message.ts) ?? last.at
    last = { ...last, at, model: modelAt(task, at) }
    if (message.partial !== true) yield* takeShown(message, last, reading)
  }
  for (const call of reading.calls) yield* reading.conversation.tool(call, last)
  yield* reading.conversation.end()
}

function recordedFolder(messages: readonly JsonObject[]): string | undefined {
  for (const { content } of messages) {
    const folder = folderIn(contentText(content))
    if (folder !== undefined) return folder
  }
  return undefined
}

const modelAt = ({ models }: ClineTask, at: string) =>
  (models.findLast(({ since }) => since <= at) ?? models[0])?.model

/** Some versions show the task as plain `text`, so the first text of a task is also its prompt. */
const prompts = new Set(['task', 'user_feedback'])
const answers = new Set(['text', 'completion_result', 'plan_mode_respond', 'followup'])
const tools = new Set(['tool', 'command', 'use_mcp_server', 'browser_action_launch'])

function* takeShown(
  message: JsonObject,
  moment: Moment,
  reading: Reading,
): Generator<ImportedEvent> {
  const { conversation, calls } = reading
  const kind = stringOf(message.say) ?? stringOf(message.ask) ?? ''
  const text = typedText(stringOf(message.text) ?? '')
  const isPrompt = prompts.has(kind) || (kind === 'text' && !reading.hasBegun)
  if (kind === 'api_req_failed') conversation.fail()
  if (tools.has(kind)) {
    const call = calls.shift()
    if (call) yield* conversation.tool(call, moment)
  } else if (isPrompt && text !== '') {
    reading.hasBegun = true
    if (!moment.agent)
      yield* conversation.prompt({ identity: `${moment.at} ${text}`, text }, moment)
  } else if (answers.has(kind) && text !== '') {
    conversation.answer(`${moment.at} ${text}`, text, moment)
  }
}

/** A session of Cline's command line: messages in the format of Anthropic's API, each with a time. */
export interface ClineSession {
  readonly id: string
  readonly cwd: string | undefined
  readonly model: string | undefined
  readonly startedAt: string
}

export function* readClineSession(
  host: string,
  { id: sessionId, cwd, model, startedAt }: ClineSession,
  content: Json,
): Generator<ImportedEvent> {
  const conversation = createConversation(host, sessionId)
  const messages = (Array.isArray(content) ? content : listOf(objectOf(content).messages)).map(
    objectOf,
  )
  const calls = new Map(finishedCalls(messages, sessionId).map((call) => [call.id, call]))
  let last: Moment = { at: startedAt, cwd, model }
  for (const message of messages) {
    last = { ...last, at: timeOf(message.ts) ?? last.at, model: modelOf(message) ?? model }
    for (const { tool_use_id: id } of blocksOf(message.content)) {
      const call = calls.get(stringOf(id) ?? '')
      if (call) yield* conversation.tool(call, last)
    }
    const text = typedText(contentText(message.content))
    if (text !== '' && message.role === 'error') conversation.fail()
    yield* conversation.say(message.role, `${last.at} ${text}`, text, last)
  }
  yield* conversation.end()
}

const modelOf = ({ modelInfo }: JsonObject) => stringOf(objectOf(modelInfo).id)

interface FinishedCall extends ToolResult {
  readonly name: string
  readonly input: Json
}

/**
 * Finds the tool calls sent to the model: blocks of Anthropic's API or, in older tasks, XML in the
 * agent's text. There the result names the call again: `[read_file for 'a.ts'] Result:`.
 * @param prefix makes ids for calls without one
 */
function finishedCalls(messages: readonly JsonObject[], prefix: string): FinishedCall[] {
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

/** With these tools, the agent talks to the user. */
const talk = new Set([
  ...['attempt_completion', 'ask_followup_question', 'plan_mode_respond', 'new_task'],
  ...['switch_mode', 'update_todo_list', 'condense', 'summarize_task', 'act_mode_respond'],
])

const blocksOf = (content: Json | undefined): JsonObject[] =>
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

/** Returns what the user typed, without what was added for the model. */
function typedText(text: string): string {
  const without = text.replace(/<environment_details>[\s\S]*?(?:<\/environment_details>|$)/g, '')
  const [first] = taggedSpans(without, (name) => frames.has(name))
  return (first?.[1] ?? without).trim()
}

const frames = new Set(['task', 'feedback', 'user_message', 'user_input'])

/** `# Current Working Directory (/home/dev/project) Files` */
const folderIn = (text: string) =>
  /^# Current (?:Working|Workspace) Directory \(([^)\n]+)\) Files/m.exec(text)?.[1]
