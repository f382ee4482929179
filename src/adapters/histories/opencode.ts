/** OpenCode's history: a database, or a tree of JSON files before version 1.2. Both may exist. */
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type JsonObject, objectOf, parseJson, stringOf, timeOf } from '../../core/model/json.ts'
import type {
  HistoryItem,
  HistoryPlace,
  HistorySource,
  ImportedEvent,
} from '../../core/ports/history-source.ts'
import { byStart, findFiles, readSmallJson } from '../foreign-files/files.ts'
import { bytesOf, type ForeignDatabase } from '../foreign-files/foreign-database.ts'
import { type Conversation, createConversation, type Moment } from './conversation.ts'
import { createSessionDatabases } from './databases.ts'

export function createOpenCodeSource(): HistorySource {
  const found = new Map<string, OpenCodeSession>()
  const databases = createSessionDatabases('OpenCode')
  let storage = ''
  return {
    name: 'opencode',
    async discover(place) {
      found.clear()
      const folder = folderOf(place)
      storage = join(folder, 'storage')
      const items: HistoryItem[] = []
      for (const path of await databasesIn(folder)) {
        const list = (database: ForeignDatabase) => toItems(path, storedSessions(path, database))
        items.push(...(await databases.list(path, list)))
      }
      items.push(...toItems(storage, await filedSessions(storage)))
      databases.close()
      return items.toSorted(byStart)
    },
    async *read(item) {
      databases.check(item)
      const session = found.get(item.id)
      if (!session) return
      const messages =
        item.path === storage
          ? filedMessages(storage, session.id)
          : storedMessages(databases.open(item.path), session.id)
      yield* readOpenCodeSession(session, rootOf(session), messages)
    },
    close: databases.close,
  }

  /** Moving to the database left some files behind; a session in both is read from the database. */
  function toItems(path: string, sessions: readonly OpenCodeSession[]): HistoryItem[] {
    const known = new Set([...found.values()].map(({ id }) => id))
    const fresh = sessions.filter(({ id }) => !known.has(id))
    return fresh.map((session) => {
      const id = `${path} ${session.id}`
      found.set(id, session)
      return {
        ...{ id, path, bytes: session.bytes, project: session.folder },
        fingerprint: session.updatedAt ?? '',
        startedAt: session.startedAt,
        changedAt: session.updatedAt,
        sessions: session.parentId === undefined ? 1 : 0,
      }
    })
  }

  /** Finds the session of the user. */
  function rootOf({ id }: OpenCodeSession): string {
    const parents = new Map([...found.values()].map((session) => [session.id, session.parentId]))
    let root = id
    for (let steps = 0; steps < parents.size; steps += 1) {
      const parent = parents.get(root)
      if (parent === undefined || !parents.has(parent)) break
      root = parent
    }
    return root
  }
}

function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? join(env.XDG_DATA_HOME ?? join(userHome, '.local', 'share'), 'opencode')
}

/** Each release channel has its own database. */
async function databasesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const ours = names.filter((name) => /^opencode(?:-[\w.-]+)?\.db$/.test(name)).sort()
  return ours.map((name) => join(folder, name))
}

function storedSessions(path: string, database: ForeignDatabase): OpenCodeSession[] {
  const rows = database.rows(
    'SELECT id, parent_id, directory, time_created, time_updated FROM session ORDER BY time_created, id',
  )
  const bytes = Math.round(bytesOf(path) / Math.max(1, rows.length))
  return rows.map((row) => ({
    id: String(row.id),
    parentId: stringOf(row.parent_id),
    folder: stringOf(row.directory),
    startedAt: timeOf(row.time_created),
    updatedAt: timeOf(row.time_updated),
    bytes,
  }))
}

function* storedMessages(database: ForeignDatabase, sessionId: string): Generator<OpenCodeMessage> {
  const messages = database.rows(
    'SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id',
    sessionId,
  )
  const parts = Map.groupBy(
    database.rows(
      `SELECT message_id, data FROM part WHERE message_id IN
         (SELECT id FROM message WHERE session_id = ?) ORDER BY id`,
      sessionId,
    ),
    (row) => String(row.message_id),
  )
  for (const { id, data } of messages) {
    const own = parts.get(String(id)) ?? []
    yield {
      info: objectOf(parseJson(data)),
      parts: own.map((row) => objectOf(parseJson(row.data))),
    }
  }
}

/** `session/<project>/<session>.json` */
async function filedSessions(storage: string): Promise<OpenCodeSession[]> {
  const found = []
  for (const { path, bytes } of await jsonFiles(join(storage, 'session'), 1)) {
    const session = objectOf(await readSmallJson(path))
    const { created, updated } = objectOf(session.time)
    found.push({
      id: stringOf(session.id) ?? basename(path, '.json'),
      parentId: stringOf(session.parentID),
      folder: stringOf(session.directory),
      startedAt: timeOf(created),
      updatedAt: timeOf(updated),
      bytes,
    })
  }
  return found
}

/** `message/<session>/<message>.json`, `part/<message>/<part>.json` */
async function* filedMessages(storage: string, sessionId: string): AsyncGenerator<OpenCodeMessage> {
  const messages = []
  for (const { path } of await jsonFiles(join(storage, 'message', sessionId), 0)) {
    messages.push({ name: basename(path, '.json'), info: objectOf(await readSmallJson(path)) })
  }
  const timeIn = ({ info }: { info: JsonObject }) => timeOf(objectOf(info.time).created) ?? ''
  messages.sort((a, b) => (timeIn(a) < timeIn(b) ? -1 : 1))
  for (const { name, info } of messages) {
    const files = await jsonFiles(join(storage, 'part', name), 0)
    const parts = []
    for (const { path } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
      parts.push(objectOf(await readSmallJson(path)))
    }
    yield { info, parts }
  }
}

const jsonFiles = (folder: string, depth: number) =>
  findFiles(folder, (path) => path.endsWith('.json'), depth)

interface OpenCodeSession {
  readonly id: string
  readonly parentId: string | undefined
  readonly folder: string | undefined
  readonly startedAt: string | undefined
  readonly updatedAt: string | undefined
  readonly bytes: number
}

interface OpenCodeMessage {
  readonly info: JsonObject
  readonly parts: readonly JsonObject[]
}

/**
 * A fork copies messages under new ids; only the ids of tool calls, times and texts stay the same.
 * @param root the session of the user
 */
async function* readOpenCodeSession(
  session: OpenCodeSession,
  root: string,
  messages: Iterable<OpenCodeMessage> | AsyncIterable<OpenCodeMessage>,
): AsyncGenerator<ImportedEvent> {
  const conversation = createConversation('opencode', root)
  for await (const message of messages) {
    yield* takeMessage(message, session, session.id !== root, conversation)
  }
  yield* conversation.end()
}

function* takeMessage(
  { info, parts }: OpenCodeMessage,
  session: OpenCodeSession,
  isSubagent: boolean,
  conversation: Conversation,
): Generator<ImportedEvent> {
  const at = timeOf(objectOf(info.time).created)
  if (at === undefined) return
  const moment: Moment = {
    at,
    cwd: stringOf(objectOf(info.path).cwd) ?? session.folder,
    model: stringOf(info.modelID) ?? stringOf(objectOf(info.model).modelID),
    ...(isSubagent && { agent: { id: session.id, name: stringOf(info.agent) ?? 'subagent' } }),
  }
  const text = textIn(parts)
  if (parts.some(({ type }) => type === 'compaction')) {
    return yield* conversation.compaction(at, {}, moment)
  }
  if (info.role === 'user') {
    const typed = withoutQuotes(text)
    if (typed === '' || isSubagent) return
    return yield* conversation.prompt({ identity: `${at} ${typed}`, text: typed }, moment)
  }
  for (const part of parts) yield* takePart(part, moment, conversation)
  if (info.error !== undefined && info.error !== null) conversation.fail()
  // A summary only repeats earlier text.
  if (text !== '' && info.summary !== true) conversation.answer(`${at} ${text}`, text, moment)
}

/** The client added parts marked `synthetic`; nobody typed them. */
function textIn(parts: readonly JsonObject[]): string {
  return parts
    .filter(({ type, synthetic }) => type === 'text' && synthetic !== true)
    .flatMap((part) => stringOf(part.text) ?? [])
    .join('\n')
    .trim()
}

/** `opencode run` puts quotes around prompts of several words. */
const withoutQuotes = (text: string) => text.replace(/^"([^"]*)"$/, '$1')

function* takePart(
  part: JsonObject,
  moment: Moment,
  conversation: Conversation,
): Generator<ImportedEvent> {
  const id = stringOf(part.callID)
  const state = objectOf(part.state)
  const isDone = state.status === 'completed' || state.status === 'error'
  if (part.type !== 'tool' || id === undefined || !isDone) return
  const { start, end } = objectOf(state.time)
  const { exit } = objectOf(state.metadata)
  const exitsBadly = typeof exit === 'number' && exit !== 0
  const hasFailed = state.status === 'error' || exitsBadly || part.tool === 'invalid'
  const tool = {
    id,
    name: part.tool,
    input: state.input,
    output: stringOf(state.output) ?? stringOf(state.error) ?? '',
    hasFailed,
    durationMs: typeof start === 'number' && typeof end === 'number' ? end - start : undefined,
  }
  yield* conversation.tool(tool, { ...moment, at: timeOf(end) ?? moment.at })
}
