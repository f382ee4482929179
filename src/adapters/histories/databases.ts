/** The databases in which an agent keeps its sessions. Each is opened once. */
import type { HistoryItem } from '../../core/ports/history-source.ts'
import { findFile, toItem } from '../foreign-files/files.ts'
import {
  bytesOf,
  type ForeignDatabase,
  openForeignDatabase,
} from '../foreign-files/foreign-database.ts'

export interface SessionDatabases {
  /** Turns a database that `list` cannot read into one item; reading that item reports the error. */
  list(
    path: string,
    list: (database: ForeignDatabase) => HistoryItem[],
  ): Promise<readonly HistoryItem[]>
  /** @throws if `item` is a database that could not be listed */
  check(item: HistoryItem): void
  open(path: string): ForeignDatabase
  close(): void
}

export function createSessionDatabases(program: string): SessionDatabases {
  const opened = new Map<string, ForeignDatabase>()
  const failures = new Map<string, unknown>()

  function open(path: string): ForeignDatabase {
    const database = opened.get(path) ?? openForeignDatabase(path)
    opened.set(path, database)
    return database
  }

  return {
    async list(path, list) {
      failures.delete(path)
      if (bytesOf(path) === 0) return []
      try {
        return list(open(path))
      } catch (error) {
        const file = await findFile(path)
        if (!file) return []
        failures.set(path, explain(program, error))
        return [toItem(file, { sessions: 0 })]
      }
    },
    check({ id }) {
      if (failures.has(id)) throw failures.get(id)
    },
    open,
    close() {
      for (const database of opened.values()) database.close()
      opened.clear()
    },
  }
}

function explain(program: string, error: unknown): unknown {
  if (!(error instanceof Error) || !/^no such (?:table|column)/.test(error.message)) return error
  return new Error(
    `written by a version of ${program} that Throughline does not know (${error.message})`,
  )
}
