import type { Json } from '../../../core/model/json.ts'
import { objectOf, parseJson, stringOf, timeOf } from '../../../core/model/json-values.ts'
import {
  bytesOf,
  type ForeignDatabases,
  type ForeignRow,
} from '../../foreign-files/foreign-database.ts'
import type { OpenCodeSession, OpenCodeStore } from './records.ts'

export function openDatabaseStore(path: string, databases: ForeignDatabases): OpenCodeStore {
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
