/** Goose's history: a database, and before version 1.10 a file for each session. Both may be there. */

import { basename, join } from 'node:path'
import { nameAgent } from '../../../contract/vocabulary.ts'
import type { Json } from '../../../core/model/json.ts'
import { objectOf, parseJson, stringOf, timeOf } from '../../../core/model/json-values.ts'
import type {
  HistoryItem,
  HistoryPlace,
  HistorySource,
  ImportedEvent,
  SkippedPart,
} from '../../../core/ports/history-source.ts'
import {
  bytesOf,
  createForeignDatabases,
  type ForeignDatabase,
} from '../../foreign-files/foreign-database.ts'
import { byStart, findFiles, toItem } from '../../foreign-files/found-files.ts'
import { createUnreadableItems } from '../shared/unreadable-items.ts'
import { createGooseReader, goose, toGooseMessage } from './read-session.ts'
import { readHeader, readSessionFile } from './session-file.ts'

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
