/** Reads a rollout file of Codex: one JSON object per line, `{timestamp, type, payload}`. */
import type { HostEvent } from '../../../core/model/host-event.ts'
import { type JsonObject, listOf, objectOf, stringOf, timeOf } from '../../../core/model/json.ts'
import {
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../../core/ports/history-source.ts'
import { readJsonLines } from '../../foreign-files/read-lines.ts'
import { type Conversation, createConversation, type Moment } from '../conversation.ts'
import { type Execution, readExecution, toCall, toResult } from './tool-calls.ts'

export interface Thread {
  readonly path: string
  /** A subagent's thread belongs to the session that started it. */
  readonly sessionId: string
  readonly agent: HostEvent['agent']
  readonly startedAt: string | undefined
  readonly cwd: string | undefined
  readonly branch: string | undefined
  readonly remote: string | undefined
  /** Earlier lines belong to another thread. */
  readonly firstOrdinal: number
}

interface Reading {
  readonly thread: Thread
  readonly conversation: Conversation
  readonly executions: Map<string, Execution>
  readonly turns: Set<string>
  /** The current turn, its folder and its model. */
  turn: string | undefined
  cwd: string | undefined
  model: string | undefined
  /** A prompt without an id is identified by the first call after it. */
  waiting: WaitingPrompt | undefined
}

interface WaitingPrompt {
  readonly text: string
  readonly moment: Moment
  answer?: { readonly id: string | undefined; readonly text: string; readonly moment: Moment }
}

export async function* readRollout(thread: Thread): AsyncGenerator<ImportedEvent | SkippedPart> {
  const reading: Reading = {
    thread,
    conversation: createConversation('codex', thread.sessionId),
    executions: new Map(),
    turns: new Set(),
    turn: undefined,
    cwd: thread.cwd,
    model: undefined,
    waiting: undefined,
  }
  const rootTurn = thread.agent ? await findRootTurn(thread.path) : undefined
  for await (const line of readJsonLines(thread.path)) {
    if (isSkipped(line)) yield line
    else if (!isInherited(line.entry, thread)) {
      for (const event of takeLine(line.entry, reading)) yield ofAgent(event, thread, rootTurn)
    }
  }
  yield* settlePrompt(reading, undefined)
  if (!thread.agent) yield* reading.conversation.end()
}

const isInherited = ({ ordinal }: JsonObject, { firstOrdinal }: Thread) =>
  typeof ordinal === 'number' && ordinal < firstOrdinal

/** Finds the turn in which a subagent worked; only the end of the subagent's turn names it. */
async function findRootTurn(path: string): Promise<string | undefined> {
  for await (const line of readJsonLines(path, { marks: ['"root_turn_id"'] })) {
    const found = isSkipped(line) ? undefined : objectOf(line.entry.payload).root_turn_id
    if (stringOf(found)) return stringOf(found)
  }
  return undefined
}

function ofAgent(imported: ImportedEvent, { agent }: Thread, rootTurn?: string): ImportedEvent {
  if (!agent) return imported
  const { hostTurnId: _, ...event } = imported.event
  const turn = rootTurn === undefined ? {} : { hostTurnId: rootTurn }
  return { ...imported, event: { ...event, agent, ...turn } }
}

/** In the oldest files, the line itself is the item, without a payload. */
function* takeLine(entry: JsonObject, reading: Reading): Generator<ImportedEvent> {
  const { thread } = reading
  const at = timeOf(entry.timestamp) ?? thread.startedAt
  if (at === undefined) return
  const isWrapped = typeof entry.payload === 'object'
  const payload = isWrapped ? objectOf(entry.payload) : entry
  const moment: Moment = {
    at,
    cwd: reading.cwd,
    branch: thread.branch,
    remote: thread.remote,
    model: reading.model,
  }
  switch (isWrapped ? entry.type : 'response_item') {
    case 'turn_context':
      reading.cwd = stringOf(payload.cwd) ?? reading.cwd
      reading.model = stringOf(payload.model) ?? reading.model
      reading.turn = stringOf(payload.turn_id)
      return
    case 'event_msg':
      return yield* takeEvent(payload, moment, reading)
    case 'response_item':
      return yield* takeItem(payload, moment, reading)
    case 'compacted':
      if (thread.agent) return
      yield* settlePrompt(reading, undefined)
      // The text is the client's instruction for the next model, not a summary.
      yield* reading.conversation.compaction(`${thread.sessionId} ${at}`, {}, moment)
  }
}

/** Reads what the user saw. Prompts and answers come from here: the model's input has more. */
function* takeEvent(
  payload: JsonObject,
  moment: Moment,
  reading: Reading,
): Generator<ImportedEvent> {
  const item = objectOf(payload.item)
  const turn = stringOf(payload.turn_id) ?? reading.turn
  switch (payload.type === 'item_completed' ? item.type : payload.type) {
    case 'UserMessage':
      return yield* takePrompt(textsIn(item), moment, reading, { id: stringOf(item.id), turn })
    case 'user_message':
      return yield* takePrompt(stringOf(payload.message) ?? '', moment, reading, { turn })
    case 'AgentMessage':
      return takeAnswer(textsIn(item), stringOf(item.id), moment, reading)
    case 'agent_message':
      return takeAnswer(stringOf(payload.message) ?? '', undefined, moment, reading)
    case 'task_complete':
      if (payload.error === undefined || payload.error === null) return
      yield* settlePrompt(reading, undefined)
      return reading.conversation.fail()
    default: {
      const execution = readExecution(item)
      if (execution) reading.executions.set(execution.callId, execution)
    }
  }
}

function* takePrompt(
  text: string,
  moment: Moment,
  reading: Reading,
  { id, turn }: { readonly id?: string | undefined; readonly turn: string | undefined },
): Generator<ImportedEvent> {
  if (text.trim() === '' || reading.thread.agent) return
  yield* settlePrompt(reading, undefined)
  const isNew = turn !== undefined && !reading.turns.has(turn)
  if (isNew) reading.turns.add(turn)
  const identity = id ?? (isNew ? turn : undefined)
  if (identity === undefined) reading.waiting = { text, moment }
  else {
    const prompt = { identity, text, turn: isNew ? turn : undefined }
    yield* reading.conversation.prompt(prompt, moment)
  }
}

/** An answer may come before the call that identifies its prompt. */
function takeAnswer(
  text: string,
  id: string | undefined,
  moment: Moment,
  { waiting, thread, conversation }: Reading,
): void {
  if (text.trim() === '' || thread.agent) return
  if (waiting) waiting.answer = { id, text, moment }
  else conversation.answer(id, text, moment)
}

/** Reads what went to and from the model; takes only tool calls and their results. */
function* takeItem(
  payload: JsonObject,
  moment: Moment,
  reading: Reading,
): Generator<ImportedEvent> {
  const call = toCall(payload)
  if (call) {
    yield* settlePrompt(reading, call.id)
    return reading.conversation.call(call.id, call.name, call.input)
  }
  const result = toResult(payload, reading.executions)
  if (!result) return
  reading.executions.delete(result.id)
  yield* reading.conversation.result(result, moment)
}

/** @param call the first call after the prompt; it keeps its id when a client copies the history */
function* settlePrompt(reading: Reading, call: string | undefined): Generator<ImportedEvent> {
  const { waiting, conversation } = reading
  if (!waiting) return
  reading.waiting = undefined
  const { text, moment, answer } = waiting
  const identity = call ?? `${moment.at} ${text}`
  yield* conversation.prompt({ identity, text }, moment)
  if (answer) conversation.answer(answer.id, answer.text, answer.moment)
}

const textsIn = ({ content }: JsonObject) =>
  listOf(content)
    .flatMap((part) => stringOf(objectOf(part).text) ?? [])
    .join('\n')
