/** Continue's history: one file per session, and an index with the start times. */
import { basename, join } from 'node:path'
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
import { contentText, createConversation, type Moment } from './conversation.ts'

const indexName = 'sessions.json'

export function createContinueSource(): HistorySource {
  return {
    name: 'continue',
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

/** Times are numbers stored as text. */
const milliseconds = (time: Json | undefined) =>
  typeof time === 'string' && /^\d+$/.test(time) ? Number(time) : time

/** Messages have neither times nor ids. In a fork, only the ids of tool calls stay the same. */
function* readContinueSession(
  session: JsonObject,
  sessionId: string,
  startedAt: string,
): Generator<ImportedEvent> {
  const conversation = createConversation('continue', sessionId)
  const entries = listOf(session.history).map(objectOf)
  const origin = firstCall(entries) ?? sessionId
  const cwd = pathOfUri(session.workspaceDirectory)
  for (const [number, entry] of entries.entries()) {
    const { role, content, usage } = objectOf(entry.message)
    const model = stringOf(objectOf(usage).model) ?? loggedModel(entry)
    const moment: Moment = { at: startedAt, cwd, model }
    const text = contentText(content).trim()
    const identity = `${origin} ${number} ${text}`
    if (role === 'user' && text !== '') {
      const turn = importedTurn(`${sessionId} ${number}`)
      yield* conversation.prompt({ identity, text, turn }, moment)
    } else yield* conversation.say(role, identity, text, moment)
    for (const state of listOf(entry.toolCallStates)) {
      const tool = toTool(objectOf(state))
      if (tool) yield* conversation.tool(tool, moment)
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

const ended = new Set(['done', 'errored', 'canceled'])

function toTool({ toolCallId, toolCall, status, parsedArgs, output: parts }: JsonObject) {
  const id = stringOf(toolCallId)
  if (id === undefined || !ended.has(String(status))) return undefined
  const { name, arguments: given } = objectOf(objectOf(toolCall).function)
  const output = listOf(parts)
    .flatMap((part) => stringOf(objectOf(part).content) ?? [])
    .join('\n')
  const hasFailed = status !== 'done' || reportsFailure(output)
  return { id, name, input: parsedArgs ?? parseJson(given), output, hasFailed }
}
