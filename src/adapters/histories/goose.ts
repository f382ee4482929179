/** Goose's history: a database, or one file per session before version 1.10. Both may exist. */
import { basename, join } from 'node:path'
import { reportsFailure } from '../../core/activity/tool-output.ts'
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
  type HistoryItem,
  type HistoryPlace,
  type HistorySource,
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../core/ports/history-source.ts'
import { byStart, findFiles, toItem } from '../foreign-files/files.ts'
import type { ForeignDatabase } from '../foreign-files/foreign-database.ts'
import { readJsonLines } from '../foreign-files/read-lines.ts'
import {
  type Conversation,
  contentText,
  createConversation,
  type Moment,
  takeLines,
} from './conversation.ts'
import { createSessionDatabases } from './databases.ts'

interface GooseSession extends Pick<Moment, 'cwd' | 'model'> {
  readonly id: string
}

export function createGooseSource(): HistorySource {
  const stored = new Map<string, GooseSession>()
  const databases = createSessionDatabases('Goose')
  return {
    name: 'goose',
    async discover(place) {
      stored.clear()
      const items: HistoryItem[] = []
      for (const folder of foldersOf(place)) {
        const path = join(folder, 'sessions.db')
        items.push(...(await databases.list(path, (database) => listDatabase(path, database))))
        items.push(...(await listFiles(folder)))
      }
      databases.close()
      return items.toSorted(byStart)
    },
    async *read(item) {
      databases.check(item)
      const session = stored.get(item.id)
      if (session) yield* readStored(session, databases.open(item.path))
      else yield* readSessionFile(item.path)
    },
    close: databases.close,
  }

  function listDatabase(path: string, database: ForeignDatabase): HistoryItem[] {
    const rows = database.rows(
      `SELECT id, working_dir, created_at, updated_at, model_config_json,
              (SELECT count(*) FROM messages WHERE session_id = sessions.id) AS messages,
              (SELECT sum(length(content_json)) FROM messages WHERE session_id = sessions.id) AS bytes
         FROM sessions ORDER BY created_at, id`,
    )
    return rows.map((row) => {
      const id = `${path} ${row.id}`
      const cwd = stringOf(row.working_dir)
      const model = stringOf(objectOf(parseJson(row.model_config_json)).model_name)
      stored.set(id, { id: String(row.id), cwd, model })
      return {
        ...{ id, path, project: cwd, bytes: Number(row.bytes) },
        fingerprint: `${row.updated_at} ${row.messages}`,
        startedAt: timeOf(asUtc(row.created_at)),
        changedAt: timeOf(asUtc(row.updated_at)),
        // A session without messages is empty.
        sessions: Number(row.messages) > 0 ? 1 : 0,
      }
    })
  }

  /** Goose copied these files to the database and left them in place. */
  async function listFiles(folder: string): Promise<HistoryItem[]> {
    const moved = new Set([...stored.values()].map(({ id }) => id))
    const files = await findFiles(folder, (path) => path.endsWith('.jsonl'), 0)
    const left = files.filter(({ path }) => !moved.has(basename(path, '.jsonl')))
    return Promise.all(
      left.map(async (file) => {
        const { cwd, startedAt } = await readHeader(file.path)
        return toItem(file, { project: cwd, startedAt })
      }),
    )
  }
}

/** SQLite writes UTC without saying so. */
const asUtc = (time: Json | undefined) =>
  typeof time === 'string' && /^[\d-]+ [\d:.]+$/.test(time) ? `${time.replace(' ', 'T')}Z` : time

function foldersOf({ userHome, env, path }: HistoryPlace): string[] {
  if (path !== undefined) return [path, join(path, 'sessions')]
  if (env.GOOSE_PATH_ROOT) return [join(env.GOOSE_PATH_ROOT, 'data', 'sessions')]
  return [
    join(env.XDG_DATA_HOME ?? join(userHome, '.local', 'share'), 'goose', 'sessions'),
    ...(env.APPDATA ? [join(env.APPDATA, 'Block', 'goose', 'data', 'sessions')] : []),
  ]
}

function* readStored(
  session: GooseSession,
  database: ForeignDatabase,
): Generator<ImportedEvent | SkippedPart> {
  const conversation = createConversation('goose', session.id)
  const rows = database.rows(
    `SELECT role, content_json, created_timestamp AS created, metadata_json FROM messages
      WHERE session_id = ? ORDER BY created_timestamp, id`,
    session.id,
  )
  for (const { content_json, metadata_json, ...row } of rows) {
    const content = parseJson(content_json) ?? null
    const metadata = parseJson(metadata_json) ?? null
    yield* takeMessage({ ...row, content, metadata }, session, conversation)
  }
  yield* conversation.end()
}

/** The older format: one line that describes the session, then one per message. */
async function* readSessionFile(path: string): AsyncGenerator<ImportedEvent | SkippedPart> {
  const session = { id: basename(path, '.jsonl'), cwd: (await readHeader(path)).cwd }
  const conversation = createConversation('goose', session.id)
  const take = (entry: JsonObject) => takeMessage(entry, session, conversation)
  yield* takeLines(path, take, ['"role"'])
  yield* conversation.end()
}

async function readHeader(path: string): Promise<{ cwd?: string; startedAt?: string }> {
  let cwd: string | undefined
  try {
    for await (const line of readJsonLines(path)) {
      if (isSkipped(line)) continue
      cwd ??= stringOf(line.entry.working_dir)
      const startedAt = timeOf(line.entry.created)
      if (startedAt !== undefined) return { ...(cwd !== undefined && { cwd }), startedAt }
    }
  } catch {
    // The file is gone or unreadable; reading it reports the error.
  }
  return cwd === undefined ? {} : { cwd }
}

/**
 * A copied session gives its messages new ids; only times, texts and the ids of tool calls stay the
 * same.
 */
function* takeMessage(
  { role, content, created, metadata }: JsonObject,
  { cwd, model }: GooseSession,
  conversation: Conversation,
): Generator<ImportedEvent | SkippedPart> {
  const at = timeOf(created)
  const isMessage = (role === 'user' || role === 'assistant') && Array.isArray(content)
  if (!isMessage || at === undefined) return yield { skipped: 'message in an unknown format' }
  const moment = { at, cwd, model }
  for (const part of listOf(content)) yield* takePart(objectOf(part), moment, conversation)
  const text = contentText(content).trim()
  const isForModel = objectOf(metadata).userVisible === false
  if (!isForModel) yield* conversation.say(role, `${at} ${text}`, text, moment)
}

function* takePart(
  part: JsonObject,
  moment: Moment,
  conversation: Conversation,
): Generator<ImportedEvent> {
  if (part.type === 'toolRequest') {
    const { name, arguments: input } = objectOf(objectOf(part.toolCall).value)
    conversation.call(part.id, name, input)
  }
  if (part.type !== 'toolResponse') return
  const { status, value, error } = objectOf(part.toolResult)
  const output = value ?? error ?? ''
  const hasFailed = status === 'error' || reportsFailure(output)
  const id = stringOf(part.id) ?? ''
  yield* conversation.result({ id, output: asText(output), hasFailed }, moment)
}

/** A list of contents or, since 2026, an object around it. */
function asText(output: Json): Json {
  const contents = Array.isArray(output) ? output : objectOf(output).content
  if (!Array.isArray(contents)) return output
  return contentText(contents)
}
