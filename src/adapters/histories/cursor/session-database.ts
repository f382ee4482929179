/**
 * Cursor's database of all sessions. It is gigabytes large, so rows are looked up by key. Its table
 * `ItemTable` holds access tokens and is never read.
 */
import type { Json, JsonObject } from '../../../core/model/json.ts'
import { listOf, objectOf, parseJson, stringOf, timeOf } from '../../../core/model/json-values.ts'
import type { ForeignDatabase, ForeignRow } from '../../foreign-files/foreign-database.ts'

export interface StoredSession {
  readonly id: string
  readonly startedAt: string | undefined
  readonly updatedAt: string | undefined
  readonly bubbles: number
  readonly bytes: number
  readonly model: string | undefined
  /** Sessions of the subagents it started. */
  readonly children: readonly string[]
  /** Of version 3 on. */
  readonly workspace: JsonObject
}

const prefix = 'composerData:'
/** The first key after all keys with the prefix. */
const end = 'composerData;'

/** @throws what SQLite says if the tables are others */
export function listComposers(database: ForeignDatabase): StoredSession[] {
  const rows = database.rows(
    `WITH session(key, value) AS MATERIALIZED (
       SELECT key, CAST(value AS TEXT) FROM cursorDiskKV WHERE key >= ? AND key < ?
     )
     SELECT key, length(value) AS bytes,
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

function toSession(row: ForeignRow): StoredSession {
  const value = (name: string) => row[name] as Json | undefined
  return {
    id: String(row.key).slice(prefix.length),
    startedAt: timeOf(value('created')),
    updatedAt: timeOf(value('updated')),
    bubbles: Number(row.bubbles),
    bytes: Number(row.bytes),
    model: stringOf(value('model')),
    children: listOf(parseJson(row.children)).flatMap((child) => stringOf(child) ?? []),
    workspace: objectOf(parseJson(row.workspace)),
  }
}

/** In order. A bubble that no header names belongs to a prompt that was edited away. */
export function* bubblesOf(database: ForeignDatabase, sessionId: string): Generator<JsonObject> {
  const session = objectOf(valueAt(database, `${prefix}${sessionId}`))
  for (const header of listOf(session.fullConversationHeadersOnly)) {
    const id = stringOf(objectOf(header).bubbleId)
    const bubble = objectOf(valueAt(database, `bubbleId:${sessionId}:${id}`))
    if (id !== undefined) yield { bubbleId: id, ...bubble }
  }
  // The oldest sessions hold them themselves.
  for (const bubble of listOf(session.conversation)) yield objectOf(bubble)
}

function valueAt(database: ForeignDatabase, key: string): Json | undefined {
  const [row] = database.rows(
    'SELECT CAST(value AS TEXT) AS value FROM cursorDiskKV WHERE key = ?',
    key,
  )
  return parseJson(row?.value)
}
