/** Kiro's database. It also holds tokens, in tables that are never read. */
import type { Json, JsonObject } from '../../../core/model/json.ts'
import { objectOf, parseJson, stringOf, timeOf } from '../../../core/model/json-values.ts'
import type { ForeignDatabase } from '../../foreign-files/foreign-database.ts'

export interface StoredConversation {
  readonly id: string
  readonly row: number
  readonly table: string
  readonly cwd: string | undefined
  readonly startedAt: string | undefined
  readonly updatedAt: string | undefined
  readonly bytes: number
}

/** One conversation may stand under several folders; the newest row counts. */
export function listConversations(database: ForeignDatabase): StoredConversation[] {
  const tables = database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
  const has = (table: string) => tables.some(({ name }) => name === table)
  const rows = [
    ...(has('conversations') ? olderRows(database) : []),
    ...(has('conversations_v2') || !has('conversations') ? presentRows(database) : []),
  ]
  const found = new Map<string, StoredConversation>()
  for (const conversation of rows) {
    const other = found.get(conversation.id)
    if ((other?.updatedAt ?? '') <= (conversation.updatedAt ?? ''))
      found.set(conversation.id, conversation)
  }
  return [...found.values()]
}

const presentRows = (database: ForeignDatabase) =>
  database
    .rows(
      `SELECT rowid AS row, key, conversation_id AS id, created_at, updated_at,
              length(value) AS bytes FROM conversations_v2`,
    )
    .map((row) => toConversation(row, 'conversations_v2'))

const olderRows = (database: ForeignDatabase) =>
  database
    .rows(
      `SELECT rowid AS row, key, json_extract(value, '$.conversation_id') AS id,
              length(value) AS bytes FROM conversations WHERE json_valid(value)`,
    )
    .map((row) => toConversation(row, 'conversations'))

function toConversation(row: Readonly<Record<string, unknown>>, table: string): StoredConversation {
  const value = (name: string) => row[name] as Json | undefined
  const cwd = stringOf(value('key'))
  return {
    id: stringOf(value('id')) ?? `${cwd}`,
    row: Number(row.row),
    table,
    cwd,
    startedAt: timeOf(value('created_at')),
    updatedAt: timeOf(value('updated_at')),
    bytes: Number(row.bytes),
  }
}

export function contentOf(
  database: ForeignDatabase,
  { table, row }: StoredConversation,
): JsonObject {
  const [found] = database.rows(`SELECT value FROM ${table} WHERE rowid = ?`, row)
  return objectOf(parseJson(found?.value))
}
