import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import {
  bytesOf,
  type ForeignRow,
  openForeignDatabase,
} from '../../foreign-files/foreign-database.ts'
import { stringOf, timeOf } from '../../foreign-files/json-values.ts'
import type { OpenCodeSession, OpenCodeStore } from './records.ts'

export function openDatabaseStore(path: string): OpenCodeStore {
  const read = (sql: string, ...values: string[]) => {
    const database = openForeignDatabase(path)
    try {
      return database.rows(sql, ...values)
    } finally {
      database.close()
    }
  }
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
        yield { info: parse(data), parts: own.map((row) => parse(row.data)) }
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

function parse(data: unknown): JsonObject {
  try {
    const value: unknown = JSON.parse(String(data))
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}
