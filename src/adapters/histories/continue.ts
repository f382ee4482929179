/** Continue's history: a file for each session, and an index that knows when each began. */
import { basename, join } from 'node:path'
import { nameAgent } from '../../contract/vocabulary.ts'
import { reportsFailure } from '../../core/activity/tool-output.ts'
import { importedTurn } from '../../core/model/host-event.ts'
import {
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  parseJson,
  stringOf,
  timeOf,
} from '../../core/model/json.ts'
import {
  type HistoryPlace,
  type HistorySource,
  type ImportedEvent,
  isSkipped,
} from '../../core/ports/history-source.ts'
import {
  byStart,
  findFiles,
  pathOfUri,
  readSmallJson,
  readWholeJson,
  toItem,
} from '../foreign-files/files.ts'
import { typedOrigin } from '../hosts/shared/event-readers.ts'
import { type Conversation, createConversation, type Moment } from './conversation.ts'

const indexName = 'sessions.json'

export function createContinueSource(): HistorySource {
  return {
    name: continueHost,
    displayName: nameAgent(continueHost),
    async discover(place) {
      const folder = join(folderOf(place), 'sessions')
      const index = await readIndex(join(folder, indexName))
      const files = await findFiles(folder, isSession, 0)
      const items = files.map((file) => toItem(file, index.get(idOf(file.path))))
      return items.toSorted(byStart)
    },
    async *read({ path, startedAt, changedAt }) {
      const file = await readWholeJson(path)
      if (isSkipped(file)) return yield file
      const at = startedAt ?? changedAt ?? new Date(0).toISOString()
      yield* readContinueSession(objectOf(file.json), idOf(path), at)
    },
  }
}

function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? env.CONTINUE_GLOBAL_DIR ?? join(userHome, '.continue')
}

const isSession = (path: string) => path.endsWith('.json') && basename(path) !== indexName

const idOf = (path: string) => basename(path, '.json')

async function readIndex(path: string) {
  const sessions = listOf(await readSmallJson(path)).map(objectOf)
  return new Map(
    sessions.map(({ sessionId, dateCreated, workspaceDirectory }) => [
      stringOf(sessionId) ?? '',
      { startedAt: timeOf(milliseconds(dateCreated)), project: pathOfUri(workspaceDirectory) },
    ]),
  )
}

/** They are written as text. */
const milliseconds = (time: Json | undefined) =>
  typeof time === 'string' && /^\d+$/.test(time) ? Number(time) : time

// Reads a session of Continue. It has no times of its own and no ids of messages; a fork copies the
// messages, and what stays the same in it are the ids of tool calls.

const continueHost = 'continue'

function* readContinueSession(
  session: JsonObject,
  sessionId: string,
  startedAt: string,
): Generator<ImportedEvent> {
  const conversation = createConversation(continueHost, sessionId)
  const entries = listOf(session.history).map(objectOf)
  const origin = firstCall(entries) ?? sessionId
  const cwd = pathOfUri(session.workspaceDirectory)
  for (const [number, entry] of entries.entries()) {
    const message = objectOf(entry.message)
    const model = stringOf(objectOf(message.usage).model) ?? loggedModel(entry)
    const moment: Moment = { at: startedAt, cwd, model }
    const text = textOf(message.content)
    const identity = `${origin} ${number} ${text}`
    if (message.role === 'user' && text !== '') {
      const turn = importedTurn(`${sessionId} ${number}`)
      yield* conversation.prompt({ identity, text, origin: typedOrigin(text), turn }, moment)
    }
    if (message.role === 'assistant' && text !== '') conversation.answer(identity, text, moment)
    for (const state of listOf(entry.toolCallStates)) {
      yield* takeCall(objectOf(state), moment, conversation)
    }
  }
  yield* conversation.end()
}

const firstCall = (entries: readonly JsonObject[]) =>
  entries
    .flatMap(({ toolCallStates }) => listOf(toolCallStates).map(objectOf))
    .map(({ toolCallId }) => stringOf(toolCallId))
    .find((id) => id !== undefined)

const loggedModel = ({ promptLogs }: JsonObject) =>
  stringOf(objectOf(listOf(promptLogs)[0]).modelTitle)

function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content.trim()
  const parts = listOf(content).map(objectOf)
  return parts
    .flatMap(({ text }) => stringOf(text) ?? [])
    .join('\n')
    .trim()
}

const ended = new Set(['done', 'errored', 'canceled'])

function* takeCall(
  { toolCallId, toolCall, status, parsedArgs, output }: JsonObject,
  moment: Moment,
  conversation: Conversation,
): Generator<ImportedEvent> {
  const id = stringOf(toolCallId)
  if (id === undefined || !ended.has(String(status))) return
  const { name, arguments: given } = objectOf(objectOf(toolCall).function)
  const said = listOf(output)
    .flatMap((part) => stringOf(objectOf(part).content) ?? [])
    .join('\n')
  conversation.call(id, stringOf(name) ?? 'unknown', parsedArgs ?? parseJson(given) ?? null)
  const outcome = status !== 'done' || reportsFailure(said) ? 'failed' : 'ok'
  yield* conversation.result({ id, output: said, outcome }, moment)
}
