/** OpenCode's history: a database, and before version 1.2 a tree of JSON files. Both may be there. */
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { nameAgent } from '../../../contract/vocabulary.ts'
import {
  isJsonObject,
  type Json,
  type JsonObject,
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
import { byStart, findFiles, readSmallJson } from '../../foreign-files/files.ts'
import {
  bytesOf,
  createForeignDatabases,
  type ForeignDatabases,
  type ForeignRow,
} from '../../foreign-files/foreign-database.ts'
import { createUnreadableItems } from '../conversation.ts'
import {
  type OpenCodeSession,
  type OpenCodeStore,
  opencode,
  readOpenCodeSession,
} from './read-session.ts'

export function createOpenCodeSource(): HistorySource {
  const found = new Map<string, { store: OpenCodeStore; session: OpenCodeSession }>()
  const databases = createForeignDatabases()
  const unreadable = createUnreadableItems('OpenCode')
  let roots: ReadonlyMap<string, string> = new Map()
  return {
    name: opencode,
    displayName: nameAgent(opencode),
    async discover(place) {
      found.clear()
      unreadable.clear()
      const unread: HistoryItem[] = []
      const folder = folderOf(place)
      const seen = new Map<string, OpenCodeSession>()
      for (const store of [
        ...(await databasesIn(folder, databases)),
        openFileStore(join(folder, 'storage')),
      ]) {
        try {
          for (const session of await store.sessions()) {
            // A move to the database left some behind; what is in both is read from there.
            if (seen.has(session.id)) continue
            seen.set(session.id, session)
            found.set(`${store.path} ${session.id}`, { store, session })
          }
        } catch (error) {
          unread.push(...(await unreadable.add(store.path, error)))
        }
      }
      databases.close()
      roots = rootsOf(seen)
      return [...[...found].map(([id, each]) => toItem(id, each)).toSorted(byStart), ...unread]
    },
    async *read(given) {
      unreadable.check(given)
      const item = found.get(given.id)
      if (!item) return
      const { store, session } = item
      const root = roots.get(session.id) ?? session.id
      yield* readOpenCodeSession(session, root, store.messages(session.id))
    },
    close: databases.close,
  }
}

function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? join(env.XDG_DATA_HOME ?? join(userHome, '.local', 'share'), 'opencode')
}

/** Each release channel has its own. */
async function databasesIn(folder: string, databases: ForeignDatabases): Promise<OpenCodeStore[]> {
  const names = await readdir(folder).catch(() => [])
  const ours = names.filter((name) => /^opencode(?:-[\w.-]+)?\.db$/.test(name)).sort()
  return ours.map((name) => openDatabaseStore(join(folder, name), databases))
}

/** The session in which a person speaks, for each session of a subagent. */
function rootsOf(sessions: ReadonlyMap<string, OpenCodeSession>): Map<string, string> {
  const roots = new Map<string, string>()
  for (const { id } of sessions.values()) {
    let root = id
    for (let steps = 0; steps < sessions.size; steps += 1) {
      const parent = sessions.get(root)?.parentId
      if (parent === undefined || !sessions.has(parent)) break
      root = parent
    }
    roots.set(id, root)
  }
  return roots
}

function toItem(
  id: string,
  { store, session }: { store: OpenCodeStore; session: OpenCodeSession },
): HistoryItem {
  return {
    id,
    path: store.path,
    bytes: session.bytes,
    fingerprint: session.updatedAt ?? '',
    startedAt: session.startedAt,
    changedAt: session.updatedAt,
    project: session.folder,
    sessions: session.parentId === undefined ? 1 : 0,
  }
}

function openDatabaseStore(path: string, databases: ForeignDatabases): OpenCodeStore {
  const read = (sql: string, ...values: string[]) => databases.open(path).rows(sql, ...values)
  return {
    path,
    async sessions() {
      const rows = read(
        'SELECT id, parent_id, directory, time_created, time_updated FROM session ORDER BY time_created, id',
      )
      const bytes = Math.round(bytesOf(path) / Math.max(1, rows.length))
      return rows.map((row) => toSession(row, bytes))
    },
    async *messages(sessionId) {
      const messages = read(
        'SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id',
        sessionId,
      )
      const parts = Map.groupBy(
        read(
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
    },
  }
}

function toSession(row: ForeignRow, bytes: number): OpenCodeSession {
  const value = (name: string) => row[name] as Json | undefined
  return {
    id: String(row.id),
    parentId: stringOf(value('parent_id')),
    folder: stringOf(value('directory')),
    startedAt: timeOf(value('time_created')),
    updatedAt: timeOf(value('time_updated')),
    bytes,
  }
}

// `storage/session/<project>/<session>.json`, `message/<session>/…`, `part/<message>/…`.

function openFileStore(folder: string): OpenCodeStore {
  return {
    path: folder,
    async sessions() {
      const found = []
      for (const { path, bytes } of await jsonFiles(join(folder, 'session'), 1)) {
        const session = await readObject(path)
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
    },
    async *messages(sessionId) {
      const messages = []
      for (const { path } of await jsonFiles(join(folder, 'message', sessionId), 0)) {
        messages.push({ name: basename(path, '.json'), info: await readObject(path) })
      }
      const timeIn = ({ info }: { info: JsonObject }) => timeOf(objectOf(info.time).created) ?? ''
      messages.sort((a, b) => (timeIn(a) < timeIn(b) ? -1 : 1))
      for (const { name, info } of messages) {
        const files = await jsonFiles(join(folder, 'part', name), 0)
        const parts = []
        for (const { path } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
          parts.push(await readObject(path))
        }
        yield { info, parts }
      }
    },
  }
}

const jsonFiles = (folder: string, depth: number) =>
  findFiles(folder, (path) => path.endsWith('.json'), depth)

async function readObject(path: string): Promise<JsonObject> {
  const value = await readSmallJson(path)
  return isJsonObject(value) ? value : {}
}
