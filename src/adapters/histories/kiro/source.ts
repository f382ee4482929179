/** Kiro's history: a database and, since version 2, files. Files win if a session is in both. */
import { basename, dirname, join } from 'node:path'
import {
  type JsonObject,
  listOf,
  objectOf,
  parseJson,
  stringOf,
  timeOf,
} from '../../../core/model/json.ts'
import type {
  HistoryItem,
  HistoryPlace,
  HistorySource,
} from '../../../core/ports/history-source.ts'
import { byStart, findFile, findFiles, readSmallJson, toItem } from '../../foreign-files/files.ts'
import type { ForeignDatabase, ForeignRecord } from '../../foreign-files/foreign-database.ts'
import { createSessionDatabases } from '../databases.ts'
import {
  type KiroSession,
  readConversation,
  readKiroSession,
  takeKiroEvent,
  takeKiroMessage,
} from './turns.ts'

export function createKiroSource(): HistorySource {
  const files = new Map<string, KiroSession>()
  const stored = new Map<string, StoredConversation>()
  const databases = createSessionDatabases('Kiro')
  return {
    name: 'kiro',
    async discover(place) {
      files.clear()
      stored.clear()
      const found = await findSessionFiles(sessionFolder(place))
      for (const { item, session } of found) files.set(item.id, session)
      const items = found.map(({ item }) => item)
      for (const path of databasePaths(place)) {
        const changedAt = new Date((await findFile(path))?.modifiedMs ?? 0).toISOString()
        const list = (database: ForeignDatabase) => listDatabase(path, changedAt, database)
        items.push(...(await databases.list(path, list)))
      }
      databases.close()
      return items.toSorted(byStart)
    },
    async *read(item) {
      databases.check(item)
      const file = files.get(item.id)
      const conversation = stored.get(item.id)
      if (file) {
        const take = isEventFile(item.path) ? takeKiroEvent : takeKiroMessage
        yield* readKiroSession(file, item.path, take)
      } else if (conversation) {
        const content = contentOf(databases.open(item.path), conversation)
        yield* readConversation({ ...conversation, startedAt: beginning(item) }, content)
      }
    },
    close: databases.close,
  }

  function listDatabase(path: string, changedAt: string, database: ForeignDatabase): HistoryItem[] {
    const inFiles = new Set([...files.values()].map(({ id }) => id))
    const conversations = listConversations(database).filter(({ id }) => !inFiles.has(id))
    return conversations.map((conversation) => {
      const { id, cwd, startedAt, updatedAt, bytes } = conversation
      const item = `${path} ${id}`
      stored.set(item, conversation)
      return {
        ...{ id: item, path, bytes, startedAt, project: cwd, sessions: 1 },
        fingerprint: `${updatedAt ?? ''} ${bytes}`,
        changedAt: updatedAt ?? changedAt,
      }
    })
  }
}

/** Early versions kept no times, so we use the time of the database's last change. */
const beginning = ({ startedAt, changedAt }: HistoryItem) =>
  startedAt ?? changedAt ?? new Date(0).toISOString()

function sessionFolder({ userHome, env, path }: HistoryPlace): string {
  return join(path ?? env.KIRO_HOME ?? join(userHome, '.kiro'), 'sessions')
}

function databasePaths({ userHome, env, path }: HistoryPlace): string[] {
  const folders = [
    join(env.XDG_DATA_HOME ?? join(userHome, '.local', 'share'), 'kiro-cli'),
    join(userHome, 'Library', 'Application Support', 'kiro-cli'),
    ...(env.APPDATA ? [join(env.APPDATA, 'kiro-cli')] : []),
  ]
  return (path === undefined ? folders : [path]).map((folder) => join(folder, 'data.sqlite3'))
}

/** A row of the database, which also contains tokens in tables we never read. */
interface StoredConversation {
  readonly id: string
  readonly row: number
  readonly table: string
  readonly cwd: string | undefined
  readonly startedAt: string | undefined
  readonly updatedAt: string | undefined
  readonly bytes: number
}

/** A conversation may be stored under several folders; the newest row wins. */
function listConversations(database: ForeignDatabase): StoredConversation[] {
  const tables = database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
  const has = (table: string) => tables.some(({ name }) => name === table)
  const read = (table: string, columns: string) =>
    database
      .rows(`SELECT rowid AS row, key, length(value) AS bytes, ${columns}`)
      .map((row) => toConversation(row, table))
  const rows = [
    ...(has('conversations')
      ? read(
          'conversations',
          `json_extract(value, '$.conversation_id') AS id FROM conversations WHERE json_valid(value)`,
        )
      : []),
    ...(has('conversations_v2') || !has('conversations')
      ? read(
          'conversations_v2',
          'conversation_id AS id, created_at, updated_at FROM conversations_v2',
        )
      : []),
  ]
  const found = new Map<string, StoredConversation>()
  for (const conversation of rows) {
    const other = found.get(conversation.id)
    if ((other?.updatedAt ?? '') <= (conversation.updatedAt ?? ''))
      found.set(conversation.id, conversation)
  }
  return [...found.values()]
}

function toConversation(row: ForeignRecord, table: string): StoredConversation {
  const cwd = stringOf(row.key)
  return {
    id: stringOf(row.id) ?? `${cwd}`,
    row: Number(row.row),
    table,
    cwd,
    startedAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
    bytes: Number(row.bytes),
  }
}

function contentOf(database: ForeignDatabase, { table, row }: StoredConversation): JsonObject {
  const [found] = database.rows(`SELECT value FROM ${table} WHERE rowid = ?`, row)
  return objectOf(parseJson(found?.value))
}

const isEventFile = (path: string) => basename(path) === 'messages.jsonl'

/** `cli/<id>.json` and `.jsonl`; since version 3, one folder per session. */
async function findSessionFiles(
  folder: string,
): Promise<{ readonly item: HistoryItem; readonly session: KiroSession }[]> {
  const files = await findFiles(folder, (path) => path.endsWith('.jsonl'), 2)
  return Promise.all(
    files.map(async (file) => {
      const session = await describe(file.path, new Date(file.modifiedMs).toISOString())
      const { cwd, startedAt, parentId } = session
      const sessions = parentId === undefined ? 1 : 0
      return { item: toItem(file, { startedAt, project: cwd, sessions }), session }
    }),
  )
}

async function describe(path: string, modifiedAt: string): Promise<KiroSession> {
  const isFolder = isEventFile(path)
  const about = isFolder ? join(dirname(path), 'session.json') : path.replace(/\.jsonl$/, '.json')
  const session = objectOf(await readSmallJson(about))
  const model = objectOf(objectOf(objectOf(session.session_state).rts_model_state).model_info)
  const reason = stringOf(session.session_created_reason) ?? stringOf(session.createdReason)
  const parentId = stringOf(session.parent_session_id) ?? stringOf(session.parentSessionId)
  const [folder] = [...listOf(session.workspacePaths), ...listOf(session.rootPaths)]
  return {
    id:
      stringOf(session.session_id) ??
      stringOf(session.id) ??
      (isFolder ? basename(dirname(path)) : basename(path, '.jsonl')),
    // With any other reason, the session continues its parent for a person.
    parentId: reason === 'subagent' ? parentId : undefined,
    cwd: stringOf(session.cwd) ?? stringOf(folder),
    model: stringOf(model.model_id) ?? stringOf(session.modelId),
    startedAt: timeOf(session.created_at) ?? timeOf(session.createdAt) ?? modifiedAt,
  }
}
