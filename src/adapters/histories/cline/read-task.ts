/**
 * Reads a task of Cline, Roo Code or Kilo Code. What was shown to the user has times and clean text;
 * what was sent to the model has the tool calls with their results.
 */
import {
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  stringOf,
  timeOf,
} from '../../../core/model/json.ts'
import type { ImportedEvent } from '../../../core/ports/history-source.ts'
import { type Conversation, contentText, createConversation, type Moment } from '../conversation.ts'
import { blocksOf, type FinishedCall, finishedCalls, folderIn, typedText } from './tool-calls.ts'

export interface ClineTask {
  readonly host: string
  readonly id: string
  /** The task that started this one. */
  readonly parentId: string | undefined
  readonly cwd: string | undefined
  readonly models: readonly { readonly since: string; readonly model: string }[]
}

interface Reading {
  readonly conversation: Conversation
  /** Those not reported yet, in order. */
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

/** Some versions show the task as plain `text`, so the first text of a task is its prompt too. */
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

/** A session of Cline's command line: messages of Anthropic's API, each with a time. */
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
