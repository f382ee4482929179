/** Gemini CLI's history: one folder per project, one file per session. */
import { basename, dirname, join, sep } from 'node:path'
import { reportsFailure } from '../../core/activity/tool-output.ts'
import {
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  stringOf,
  timeOf,
} from '../../core/model/json.ts'
import {
  type HistoryItem,
  type HistoryPlace,
  type HistorySource,
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../core/ports/history-source.ts'
import {
  byStart,
  findFiles,
  readSmallJson,
  readSmallText,
  readWholeJson,
  toItem,
} from '../foreign-files/files.ts'
import { type JsonLine, readJsonLines } from '../foreign-files/read-lines.ts'
import { toMessage } from '../hosts/gemini/protocol.ts'
import {
  type Conversation,
  createConversation,
  type Moment,
  type PromptLog,
  takeLoggedPrompt,
} from './conversation.ts'

export function createGeminiSource(): HistorySource {
  const sessionIds = new Set<string>()
  const folders = new Map<string, string>()
  return {
    name: 'gemini',
    async discover(place) {
      const root = folderOf(place)
      const files = await findFiles(join(root, 'tmp'), isHistory)
      const cwdOf = await createFolderNames(root)
      const items: HistoryItem[] = []
      const logs: HistoryItem[] = []
      for (const file of files) {
        const project = projectFolder(file.path)
        const cwd = await cwdOf(project)
        if (cwd !== undefined) folders.set(file.path, cwd)
        if (isLog(file.path)) {
          logs.push(toItem(file, { sessions: 0 }))
          continue
        }
        const header = await readHeader(file.path)
        if (header) sessionIds.add(header.sessionId)
        const sessions = header && !isOfSubagent(file.path) ? 1 : 0
        items.push(toItem(file, { startedAt: header?.startedAt, project, sessions }))
      }
      return [...items.toSorted(byStart), ...logs]
    },
    async *read({ path }) {
      const cwd = folders.get(path)
      if (!isLog(path)) {
        const parent = isOfSubagent(path) ? basename(dirname(path)) : undefined
        return yield* readGeminiSession({ path, cwd, parent })
      }
      const log = await readSmallJson(path)
      if (log === undefined) return yield { skipped: 'log that is too large or not JSON' }
      const isKnown = (sessionId: string) => sessionIds.has(sessionId)
      for (const entry of listOf(log))
        yield* takeLoggedPrompt(promptLog, objectOf(entry), isKnown, cwd)
    },
  }
}

const promptLog: PromptLog = {
  host: 'gemini',
  text: 'message',
  session: 'sessionId',
  time: 'timestamp',
  number: 'messageId',
}

function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? join(env.GEMINI_CLI_HOME ?? userHome, '.gemini')
}

const isLog = (path: string) => basename(path) === 'logs.json'

const isHistory = (path: string) =>
  isLog(path) || (path.includes(`${sep}chats${sep}`) && /\.jsonl?$/.test(path))

/** `tmp/<project>/chats/<parent session>/…` */
const isOfSubagent = (path: string) => basename(dirname(dirname(path))) === 'chats'

function projectFolder(path: string): string {
  const at = path.indexOf(`${sep}chats${sep}`)
  return at < 0 ? dirname(path) : path.slice(0, at)
}

/** A folder is named after the project or after the hash of its path. */
async function createFolderNames(root: string) {
  const projects = await readSmallJson(join(root, 'projects.json'))
  const names = objectOf(objectOf(projects).projects)
  const byName = new Map(Object.entries(names).map(([cwd, name]) => [name, cwd]))
  return async (folder: string): Promise<string | undefined> =>
    stringOf((await readSmallText(join(folder, '.project_root')))?.trim()) ??
    byName.get(basename(folder))
}

interface GeminiFile {
  readonly path: string
  readonly cwd: string | undefined
  /** If this is a subagent's session, the one that started it. */
  readonly parent: string | undefined
}

interface Header {
  readonly sessionId: string
  readonly startedAt: string | undefined
}

/**
 * A session is a log of changes or, in older versions, one object. Messages that the log removes
 * later are kept: someone said them.
 */
async function* readGeminiSession(file: GeminiFile): AsyncGenerator<ImportedEvent | SkippedPart> {
  let reading: Reading | undefined
  for await (const part of recordsOf(file.path)) {
    if (isSkipped(part)) {
      yield part
      continue
    }
    const header = reading ? undefined : toHeader(part.entry)
    if (header) reading = begin(header, file)
    else if (reading) yield* takeRecord(part.entry, reading)
  }
  if (!reading) yield { skipped: 'file without a header' }
  else yield* reading.conversation.end()
}

async function readHeader(path: string): Promise<Header | undefined> {
  try {
    for await (const part of recordsOf(path)) {
      const header = isSkipped(part) ? undefined : toHeader(part.entry)
      if (header) return header
    }
  } catch {
    // The file is gone or unreadable; reading it reports the error.
  }
  return undefined
}

function toHeader({ sessionId, startTime }: JsonObject): Header | undefined {
  const id = stringOf(sessionId)
  return id === undefined ? undefined : { sessionId: id, startedAt: timeOf(startTime) }
}

interface Reading {
  readonly conversation: Conversation
  readonly sessionId: string
  readonly moment: Omit<Moment, 'at'>
  readonly results: Set<string>
}

function begin({ sessionId }: Header, { cwd, parent }: GeminiFile): Reading {
  return {
    conversation: createConversation('gemini', parent ?? sessionId),
    sessionId,
    moment: { cwd, ...(parent && { agent: { id: sessionId, name: 'subagent' } }) },
    results: new Set(),
  }
}

/** Message ids are unique only within a session. */
function* takeRecord(entry: JsonObject, reading: Reading): Generator<ImportedEvent> {
  const { conversation, sessionId, results } = reading
  const at = timeOf(entry.timestamp)
  const identity = `${sessionId} ${stringOf(entry.id)}`
  if (hasSnapshot(entry)) {
    const last = timeOf(objectOf(entry.$set).lastUpdated) ?? lastTime(entry)
    const moment = { ...reading.moment, at: last ?? '' }
    if (last) yield* conversation.compaction(`${sessionId} ${last}`, {}, moment)
    return
  }
  if (at === undefined) return
  const moment = { ...reading.moment, at, model: stringOf(entry.model) }
  const message = toMessage(entry)
  if (message?.role === 'user' && !moment.agent) {
    const { text, origin } = message
    yield* conversation.prompt({ identity, text, origin }, moment)
  }
  if (message?.role === 'assistant') conversation.answer(identity, message.text, moment)
  for (const value of listOf(entry.toolCalls)) {
    const call = objectOf(value)
    const id = stringOf(call.id)
    // Gemini CLI writes a message again when its tools are done.
    if (id === undefined || call.result === undefined || results.has(id)) continue
    results.add(id)
    const output = outputOf(call)
    const tool = {
      id,
      name: call.name,
      input: call.args,
      output,
      hasFailed: hasFailed(call, output),
    }
    yield* conversation.tool(tool, { ...moment, at: timeOf(call.timestamp) ?? at })
  }
}

function hasSnapshot({ $set }: JsonObject): boolean {
  return listOf(objectOf($set).messages).some((message) =>
    JSON.stringify(objectOf(message).content ?? '').includes('<state_snapshot>'),
  )
}

const lastTime = ({ $set }: JsonObject) =>
  listOf(objectOf($set).messages)
    .flatMap((message) => timeOf(objectOf(message).timestamp) ?? [])
    .toSorted()
    .at(-1)

function outputOf({ result, resultDisplay }: JsonObject): Json {
  const response = objectOf(objectOf(objectOf(listOf(result)[0]).functionResponse).response)
  const said = response.output ?? response.error ?? ''
  return typeof resultDisplay === 'string' && resultDisplay !== ''
    ? { llmContent: said, returnDisplay: resultDisplay }
    : said
}

/** Gemini CLI does not report a failed command as an error; only its output shows it. */
function hasFailed({ status, name }: JsonObject, output: Json): boolean {
  return status === 'error' || (name === 'run_shell_command' && reportsFailure(output))
}

/** Older versions write one object with all messages. */
async function* recordsOf(path: string): AsyncGenerator<JsonLine> {
  if (path.endsWith('.jsonl')) return yield* readJsonLines(path)
  const file = await readWholeJson(path)
  if (isSkipped(file)) return yield file
  const { messages, ...header } = objectOf(file.json)
  yield { entry: header }
  for (const message of listOf(messages)) yield { entry: objectOf(message) }
}
