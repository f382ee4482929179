/** Cursor's history: one database for all sessions, and exported transcripts of some. */
import { readdir } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import {
  type Json,
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
import {
  byStart,
  findFiles,
  pathOfUri,
  readSmallJson,
  toItem,
  vscodeFolders,
} from '../../foreign-files/files.ts'
import {
  bytesOf,
  type ForeignDatabase,
  type ForeignRecord,
  openForeignDatabase,
} from '../../foreign-files/foreign-database.ts'
import { createSessionDatabases } from '../databases.ts'
import { type CursorSession, readCursorSession, readCursorTranscript } from './read-session.ts'

export function createCursorSource(): HistorySource {
  const stored = new Map<string, CursorSession>()
  const transcripts = new Map<string, string | undefined>()
  const databases = createSessionDatabases('Cursor')
  return {
    name: 'cursor',
    async discover(place) {
      stored.clear()
      transcripts.clear()
      const items: HistoryItem[] = []
      const folders = [...place.folders]
      for (const user of userFolders(place)) {
        const workspaces = await findWorkspaces(user)
        folders.push(...workspaces.folders)
        const path = join(user, 'globalStorage', 'state.vscdb')
        const list = (database: ForeignDatabase) => listDatabase(path, database, workspaces)
        items.push(...(await databases.list(path, list)))
      }
      databases.close()
      items.push(...(await listTranscripts(place, folders)))
      return items.toSorted(byStart)
    },
    async *read(item) {
      databases.check(item)
      const session = stored.get(item.id)
      if (session)
        yield* readCursorSession(session, bubblesOf(databases.open(item.path), session.id))
      else yield* readCursorTranscript(item, transcriptId(item.path), transcripts.get(item.id))
    },
    close: databases.close,
  }

  function listDatabase(
    path: string,
    database: ForeignDatabase,
    workspaces: Workspaces,
  ): HistoryItem[] {
    const sessions = listComposers(database).filter(({ bubbles }) => bubbles > 0)
    const bytes = Math.round(bytesOf(path) / Math.max(1, sessions.length))
    const parents = new Map(
      sessions.flatMap(({ id, children }) => children.map((child) => [child, id] as const)),
    )
    return sessions.map(({ id, startedAt, updatedAt, model, workspace, bubbles }) => {
      const cwd = workspaces.folderOf(id, workspace)
      const parentId = parents.get(id)
      stored.set(`${path} ${id}`, { id, parentId, cwd, startedAt, model })
      return {
        ...{ id: `${path} ${id}`, path, bytes, startedAt, project: cwd },
        fingerprint: `${updatedAt ?? ''} ${bubbles}`,
        changedAt: updatedAt ?? startedAt,
        sessions: parentId === undefined ? 1 : 0,
      }
    })
  }

  /** Lists only sessions that are not in the database. */
  async function listTranscripts(
    { userHome, path }: HistoryPlace,
    folders: readonly string[],
  ): Promise<HistoryItem[]> {
    const known = new Set([...stored.values()].map(({ id }) => id))
    const projects = join(path ?? join(userHome, '.cursor'), 'projects')
    const files = await findFiles(projects, isTranscript, 3)
    const only = files.filter((file) => !known.has(transcriptId(file.path)))
    return only.map((file) => {
      const slug = file.path.slice(projects.length + 1).split(sep)[0] ?? ''
      transcripts.set(file.path, folderNamed(slug, folders))
      return toItem(file, { project: slug })
    })
  }
}

function userFolders({ path, ...place }: HistoryPlace): string[] {
  if (path !== undefined) return [path, join(path, 'User')]
  return vscodeFolders(place, ['Cursor'])
}

const isTranscript = (path: string) =>
  path.endsWith('.jsonl') &&
  path.includes(`${sep}agent-transcripts${sep}`) &&
  !path.includes(`${sep}subagents${sep}`)

const transcriptId = (path: string) => basename(path, '.jsonl')

/** Finds the folder for a slug. A slug is derived from a path, so several paths may share one. */
function folderNamed(slug: string, folders: readonly string[]): string | undefined {
  const named = new Set(folders.filter((folder) => slugOf(folder) === slug))
  return named.size === 1 ? [...named][0] : undefined
}

const slugOf = (folder: string) => folder.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')

/** A row of the database of all sessions. Never read its table `ItemTable`: it has access tokens. */
interface StoredSession {
  readonly id: string
  readonly startedAt: string | undefined
  readonly updatedAt: string | undefined
  readonly bubbles: number
  readonly model: string | undefined
  readonly children: readonly string[]
  /** Since version 3. */
  readonly workspace: JsonObject
}

const prefix = 'composerData:'
/** The first key after all keys with the prefix. */
const end = 'composerData;'

/**
 * Finds rows by key, because the database may have gigabytes.
 * @throws SQLite's error if a table is missing
 */
function listComposers(database: ForeignDatabase): StoredSession[] {
  const rows = database.rows(
    `WITH session(key, value) AS MATERIALIZED (
       SELECT key, CAST(value AS TEXT) FROM cursorDiskKV WHERE key >= ? AND key < ?
     )
     SELECT key,
            json_extract(value, '$.createdAt') AS created,
            json_extract(value, '$.lastUpdatedAt') AS updated,
            json_extract(value, '$.modelConfig.modelName') AS model,
            json_extract(value, '$.subComposerIds') AS children,
            json_extract(value, '$.workspaceIdentifier') AS workspace,
            coalesce(json_array_length(value, '$.fullConversationHeadersOnly'), 0)
              + coalesce(json_array_length(value, '$.conversation'), 0) AS bubbles
       FROM session WHERE json_valid(value)`,
    prefix,
    end,
  )
  return rows.map(toSession)
}

function toSession(row: ForeignRecord): StoredSession {
  return {
    id: String(row.key).slice(prefix.length),
    startedAt: timeOf(row.created),
    updatedAt: timeOf(row.updated),
    bubbles: Number(row.bubbles),
    model: stringOf(row.model),
    children: listOf(parseJson(row.children)).flatMap((child) => stringOf(child) ?? []),
    workspace: objectOf(parseJson(row.workspace)),
  }
}

/** In order. A bubble that no header lists belongs to a prompt that was edited away. */
function* bubblesOf(database: ForeignDatabase, sessionId: string): Generator<JsonObject> {
  const session = objectOf(valueAt(database, `${prefix}${sessionId}`))
  for (const header of listOf(session.fullConversationHeadersOnly)) {
    const id = stringOf(objectOf(header).bubbleId)
    const bubble = objectOf(valueAt(database, `bubbleId:${sessionId}:${id}`))
    if (id !== undefined) yield { bubbleId: id, ...bubble }
  }
  // The oldest sessions store bubbles in their own row.
  for (const bubble of listOf(session.conversation)) yield objectOf(bubble)
}

function valueAt(database: ForeignDatabase, key: string): Json | undefined {
  const [row] = database.rows(
    'SELECT CAST(value AS TEXT) AS value FROM cursorDiskKV WHERE key = ?',
    key,
  )
  return parseJson(row?.value)
}

interface Workspaces {
  /** Sessions name their folder only since version 3. */
  folderOf(sessionId: string, workspace: JsonObject): string | undefined
  /** Every folder ever opened in Cursor. */
  readonly folders: readonly string[]
}

async function findWorkspaces(userFolder: string): Promise<Workspaces> {
  const storage = join(userFolder, 'workspaceStorage')
  const byWorkspace = new Map<string, string>()
  const bySession = new Map<string, string>()
  for (const id of await readdir(storage).catch(() => [])) {
    const { folder } = objectOf(await readSmallJson(join(storage, id, 'workspace.json')))
    const path = pathOfUri(folder)
    if (path === undefined) continue
    byWorkspace.set(id, path)
    for (const session of sessionsIn(join(storage, id, 'state.vscdb'))) bySession.set(session, path)
  }
  return {
    folderOf(sessionId, { id, uri }) {
      const { fsPath, path } = objectOf(uri)
      const named = stringOf(fsPath) ?? stringOf(path) ?? byWorkspace.get(stringOf(id) ?? '')
      return named ?? bySession.get(sessionId)
    },
    folders: [...byWorkspace.values()],
  }
}

/** Reads a single key of a table that also contains tokens. */
function sessionsIn(path: string): string[] {
  if (bytesOf(path) === 0) return []
  try {
    const database = openForeignDatabase(path)
    try {
      const [row] = database.rows(
        `SELECT CAST(value AS TEXT) AS value FROM ItemTable WHERE key = 'composer.composerData'`,
      )
      const sessions = listOf(objectOf(parseJson(row?.value)).allComposers).map(objectOf)
      return sessions.flatMap(({ composerId }) => stringOf(composerId) ?? [])
    } finally {
      database.close()
    }
  } catch {
    // Without it the session is complete, but has no project.
    return []
  }
}
