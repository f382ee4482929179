import {
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  stringOf,
  timeOf,
} from '../../../core/model/json.ts'
import {
  type HistoryItem,
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../../core/ports/history-source.ts'
import { holdsAnyOf, readJsonLineGroups } from '../../foreign-files/read-lines.ts'
import { createAsideReader, toMessages } from '../../hosts/claude-code/transcript.ts'
import { type Conversation, contentText, createConversation, type Moment } from '../conversation.ts'

/** Most of a file is a copy of what the client sent to the model. */
const isOfChain = holdsAnyOf(['"type":"assistant"', '"type":"user"', '"compact_boundary"'])
const isThought = holdsAnyOf(['"type":"thinking"', '"type":"redacted_thinking"'])
const isMoreThanThought = holdsAnyOf([
  ...['"text"', '"tool_use"', '"tool_result"', '"type":"user"'],
  ...['"isApiErrorMessage"', '"compact_boundary"'],
])

/** Thoughts are dropped, but a thought's message id may identify the prompt. */
const wantedBy = (reading: Reading) => (line: Buffer) =>
  isOfChain(line) && (reading.waiting !== undefined || !isThought(line) || isMoreThanThought(line))

export interface SessionFile {
  readonly item: HistoryItem
  readonly sessionId: string
  /** Subagent files, by the tool call that started the subagent. */
  readonly subagents: ReadonlyMap<string, SubagentFile>
}

export interface SubagentFile {
  readonly path: string
  readonly id: string
  readonly name: string
}

export async function* readClaudeSession(
  file: SessionFile,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  const conversation = createConversation('claude-code', file.sessionId)
  const reading: Reading = { conversation, turns: new Set(), waiting: undefined }
  const isWanted = wantedBy(reading)
  for await (const lines of readJsonLineGroups(file.item.path, { isWanted })) {
    for (const line of lines) {
      if (isSkipped(line)) {
        yield line
        continue
      }
      for (const event of takeEntry(line.entry, reading)) yield event
      const started = startedSubagents(line.entry, file.subagents)
      for (const subagent of started) yield* readSubagent(subagent, conversation)
    }
  }
  yield* settlePrompt(reading, undefined)
  yield* conversation.end()
}

interface Reading {
  readonly conversation: Conversation
  /** The names of the turns; a fork gives everything it copied the same name. */
  readonly turns: Set<string>
  /** The reply identifies its prompt: it keeps its id when a client copies the history. */
  waiting: WaitingPrompt | undefined
}

interface WaitingPrompt {
  readonly uuid: string
  readonly text: string
  readonly origin: 'user' | 'command' | 'notification'
  readonly turn: string | undefined
  readonly moment: Moment
}

function* takeEntry(entry: JsonObject, reading: Reading): Generator<ImportedEvent> {
  const moment = momentOf(entry)
  if (!moment) return
  const { conversation } = reading
  const uuid = stringOf(entry.uuid) ?? ''
  if (entry.subtype === 'compact_boundary') {
    const { trigger } = objectOf(entry.compactMetadata)
    yield* conversation.compaction(uuid, { trigger: stringOf(trigger) }, moment)
    return
  }
  const results = resultsIn(entry)
  if (results.length > 0) {
    yield* settlePrompt(reading, uuid)
    for (const result of results) yield* conversation.result(result, moment)
    return
  }
  if (entry.isApiErrorMessage === true) {
    yield* settlePrompt(reading, uuid)
    conversation.fail()
    return
  }
  if (entry.type === 'assistant') return yield* takeReply(entry, moment, reading)
  if (isCommandOutput(entry)) {
    reading.waiting = undefined
    yield* conversation.end()
  }
  const message = toMessages(entry, createAsideReader()).find(({ role }) => role === 'user')
  if (message?.role !== 'user' || moment.agent) return
  yield* settlePrompt(reading, undefined)
  const { text, origin, hostTurnId: turn } = message
  reading.waiting = { uuid, text, origin, turn, moment }
}

/** A line has one block; lines with the same message id form one reply. */
function* takeReply(entry: JsonObject, moment: Moment, reading: Reading): Generator<ImportedEvent> {
  const message = objectOf(entry.message)
  const id = stringOf(message.id) ?? stringOf(entry.uuid) ?? ''
  const spoken = { ...moment, model: stringOf(message.model) }
  if (!moment.agent) yield* settlePrompt(reading, id)
  for (const block of listOf(message.content)) {
    const { type, id: callId, name, input, text } = objectOf(block)
    if (type === 'tool_use' && stringOf(callId) && stringOf(name)) {
      reading.conversation.call(callId, name, input)
    }
    if (type === 'text' && stringOf(text)?.trim())
      reading.conversation.answer(id, String(text), spoken)
  }
}

/** @param reply undefined if there is none, as for a command that only the client handled */
function* settlePrompt(reading: Reading, reply: string | undefined): Generator<ImportedEvent> {
  const { waiting, conversation, turns } = reading
  if (!waiting) return
  reading.waiting = undefined
  if (reply === undefined && waiting.origin !== 'user') return
  const { uuid, text, origin, turn, moment } = waiting
  const isNew = turn !== undefined && !turns.has(turn)
  if (isNew) turns.add(turn)
  const name = isNew ? turn : undefined
  yield* conversation.prompt({ identity: reply ?? uuid, text, origin, turn: name }, moment)
}

/** The client answered this command itself; the model never saw it. */
function isCommandOutput({ message }: JsonObject): boolean {
  const { content } = objectOf(message)
  return typeof content === 'string' && content.startsWith('<local-command-')
}

const sidechain = { id: 'sidechain', name: 'subagent' }

function momentOf(entry: JsonObject): Moment | undefined {
  const at = timeOf(entry.timestamp)
  if (at === undefined) return undefined
  return {
    at,
    cwd: stringOf(entry.cwd),
    branch: stringOf(entry.gitBranch),
    ...(entry.isSidechain === true && { agent: sidechain }),
  }
}

function resultsIn({ type, message, toolUseResult }: JsonObject) {
  if (type !== 'user') return []
  return listOf(objectOf(message).content).flatMap((block) => {
    const { type: kind, tool_use_id, content, is_error } = objectOf(block)
    const id = stringOf(tool_use_id)
    if (kind !== 'tool_result' || id === undefined) return []
    const hasFailed = is_error === true
    const text = contentText(content)
    const output: Json = hasFailed ? { error: text } : (structured(toolUseResult) ?? text)
    return [{ id, output, hasFailed }]
  })
}

const structured = (result: Json | undefined) =>
  typeof result === 'object' && result !== null ? result : undefined

/** A subagent's work comes before the result of the call that started it. */
function startedSubagents(
  { type, message }: JsonObject,
  subagents: ReadonlyMap<string, SubagentFile>,
): SubagentFile[] {
  if (type !== 'assistant' || subagents.size === 0) return []
  return listOf(objectOf(message).content).flatMap((block) => {
    const { type: kind, id } = objectOf(block)
    return kind === 'tool_use' ? (subagents.get(String(id)) ?? []) : []
  })
}

async function* readSubagent(
  { path, id, name }: SubagentFile,
  conversation: Conversation,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  const reading: Reading = { conversation, turns: new Set(), waiting: undefined }
  const isWanted = wantedBy(reading)
  for await (const lines of readJsonLineGroups(path, { isWanted })) {
    for (const line of lines) {
      if (isSkipped(line)) {
        yield line
        continue
      }
      for (const event of takeEntry({ ...line.entry, isSidechain: true }, reading)) {
        yield { ...event, event: { ...event.event, agent: { id, name } } }
      }
    }
  }
}
