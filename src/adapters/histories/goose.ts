/** Goose's history: a database, and before version 1.10 a file for each session. Both may be there. */
import { basename, join } from 'node:path'
import { nameAgent } from '../../contract/vocabulary.ts'
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
import {
  bytesOf,
  createForeignDatabases,
  type ForeignDatabase,
} from '../foreign-files/foreign-database.ts'
import { readJsonLines } from '../foreign-files/read-lines.ts'
import { typedOrigin } from '../hosts/shared/event-readers.ts'
import {
  type Conversation,
  createConversation,
  createUnreadableItems,
  type Moment,
} from './conversation.ts'

interface StoredSession {
  readonly path: string
  readonly id: string
  readonly cwd: string | undefined
  readonly model: string | undefined
}

export function createGooseSource(): HistorySource {
  const stored = new Map<string, StoredSession>()
  const databases = createForeignDatabases()
  const unreadable = createUnreadableItems('Goose')
  return {
    name: goose,
    displayName: nameAgent(goose),
    async discover(place) {
      stored.clear()
      unreadable.clear()
      const items: HistoryItem[] = []
      for (const folder of foldersOf(place)) {
        const database = join(folder, 'sessions.db')
        if (bytesOf(database) > 0) items.push(...(await listDatabase(database)))
        items.push(...(await listFiles(folder)))
      }
      databases.close()
      return items.toSorted(byStart)
    },
    async *read(item) {
      unreadable.check(item)
      const session = stored.get(item.id)
      if (session) yield* readStored(session, databases.open(session.path))
      else yield* readSessionFile(item.path)
    },
    close: databases.close,
  }

  async function listDatabase(path: string): Promise<HistoryItem[]> {
    try {
      const rows = databases.open(path).rows(
        `SELECT id, working_dir, created_at, updated_at, model_config_json,
                (SELECT count(*) FROM messages WHERE session_id = sessions.id) AS messages,
                (SELECT sum(length(content_json)) FROM messages WHERE session_id = sessions.id) AS bytes
           FROM sessions ORDER BY created_at, id`,
      )
      return rows.map((row) => {
        const value = (name: string) => row[name] as Json | undefined
        const id = `${path} ${row.id}`
        const cwd = stringOf(value('working_dir'))
        const model = stringOf(objectOf(parseJson(row.model_config_json)).model_name)
        stored.set(id, { path, id: String(row.id), cwd, model })
        return {
          ...{ id, path, project: cwd, bytes: Number(row.bytes) },
          fingerprint: `${row.updated_at} ${row.messages}`,
          startedAt: timeOf(asUtc(value('created_at'))),
          changedAt: timeOf(asUtc(value('updated_at'))),
          // A session in which nobody spoke.
          sessions: Number(row.messages) > 0 ? 1 : 0,
        }
      })
    } catch (error) {
      return unreadable.add(path, error)
    }
  }

  /** Goose moved them to the database and left them behind. */
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

/** SQLite writes the universal time without saying so. */
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
  { id, cwd, model }: StoredSession,
  database: ForeignDatabase,
): Generator<ImportedEvent | SkippedPart> {
  const reader = createGooseReader(id, { cwd, model })
  const rows = database.rows(
    `SELECT role, content_json, created_timestamp, metadata_json FROM messages
      WHERE session_id = ? ORDER BY created_timestamp, id`,
    id,
  )
  for (const row of rows) {
    const message = toGooseMessage({
      role: row.role as Json,
      content: parseJson(row.content_json) ?? null,
      created: row.created_timestamp as Json,
      metadata: parseJson(row.metadata_json) ?? null,
    })
    if (message) yield* reader.take(message)
    else yield { skipped: 'message in an unknown format' }
  }
  yield* reader.end()
}

// Goose's older form of a session: a line that describes it, then one for each message.

async function* readSessionFile(path: string): AsyncGenerator<ImportedEvent | SkippedPart> {
  const { cwd } = await readHeader(path)
  const reader = createGooseReader(basename(path, '.jsonl'), { cwd })
  for await (const line of readJsonLines(path, { marks: ['"role"'] })) {
    const message = isSkipped(line) ? undefined : toGooseMessage(line.entry)
    if (message) yield* reader.take(message)
    else yield isSkipped(line) ? line : { skipped: 'message in an unknown format' }
  }
  yield* reader.end()
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
    // It is gone, or may not be read: reading it says so.
  }
  return cwd === undefined ? {} : { cwd }
}

// Reads a session of Goose. A copy of a session has messages under new ids; what stays is the time
// and the words, and the id of a tool call.

const goose = 'goose'

interface GooseMessage {
  readonly role: 'user' | 'assistant'
  readonly at: string
  readonly parts: readonly JsonObject[]
  /** Written for the model: the user never saw it. */
  readonly isHidden: boolean
}

/** From a row of the database, or a line of the older files. */
function toGooseMessage({
  role,
  content,
  created,
  metadata,
}: JsonObject): GooseMessage | undefined {
  const at = timeOf(created)
  if ((role !== 'user' && role !== 'assistant') || at === undefined) return undefined
  if (!Array.isArray(content)) return undefined
  const isHidden = objectOf(metadata).userVisible === false
  return { role, at, parts: listOf(content).map(objectOf), isHidden }
}

interface GooseReader {
  take(message: GooseMessage): Generator<ImportedEvent>
  end(): ImportedEvent[]
}

function createGooseReader(
  sessionId: string,
  { cwd, model }: Pick<Moment, 'cwd' | 'model'>,
): GooseReader {
  const conversation = createConversation(goose, sessionId)
  return {
    *take(message) {
      yield* takeMessage(message, { at: message.at, cwd, model }, conversation)
    },
    end: conversation.end,
  }
}

function* takeMessage(
  { role, at, parts, isHidden }: GooseMessage,
  moment: Moment,
  conversation: Conversation,
): Generator<ImportedEvent> {
  for (const part of parts) yield* takePart(part, moment, conversation)
  const text = parts
    .filter(({ type }) => type === 'text')
    .flatMap((part) => stringOf(part.text) ?? [])
    .join('\n')
    .trim()
  if (text === '' || isHidden) return
  const identity = `${at} ${text}`
  if (role === 'assistant') return conversation.answer(identity, text, moment)
  yield* conversation.prompt({ identity, text, origin: typedOrigin(text) }, moment)
}

function* takePart(
  part: JsonObject,
  moment: Moment,
  conversation: Conversation,
): Generator<ImportedEvent> {
  const id = stringOf(part.id) ?? ''
  if (part.type === 'toolRequest') {
    const { name, arguments: input } = objectOf(objectOf(part.toolCall).value)
    conversation.call(id, stringOf(name) ?? 'unknown', input ?? null)
  }
  if (part.type !== 'toolResponse') return
  const { status, value, error } = objectOf(part.toolResult)
  const output = value ?? error ?? ''
  const hasFailed = status === 'error' || reportsFailure(output)
  yield* conversation.result(
    { id, output: asText(output), outcome: hasFailed ? 'failed' : 'ok' },
    moment,
  )
}

/** A list of contents, or since 2026 an object around it. */
function asText(output: Json): Json {
  const contents = Array.isArray(output) ? output : objectOf(output).content
  if (!Array.isArray(contents)) return output
  return contents.flatMap((each) => stringOf(objectOf(each).text) ?? []).join('\n')
}
