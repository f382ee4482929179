/** Kiro's history: a database, since version 2 files too. What is in both is read from the files. */

import { join } from 'node:path'
import { nameAgent } from '../../../contract/vocabulary.ts'
import type {
  HistoryItem,
  HistoryPlace,
  HistorySource,
} from '../../../core/ports/history-source.ts'
import { bytesOf, createForeignDatabases } from '../../foreign-files/foreign-database.ts'
import { byStart, findFile } from '../../foreign-files/found-files.ts'
import { createUnreadableItems } from '../shared/unreadable-items.ts'
import { contentOf, listConversations, type StoredConversation } from './conversation-database.ts'
import { readConversation } from './read-conversation.ts'
import { readKiroSession } from './read-session.ts'
import { findSessionFiles, isEventFile } from './session-files.ts'
import { takeKiroEvent } from './take-event.ts'
import { takeKiroMessage } from './take-message.ts'
import { type KiroSession, kiro } from './turns.ts'

export function createKiroSource(): HistorySource {
  const files = new Map<string, KiroSession>()
  const stored = new Map<string, StoredConversation>()
  const databases = createForeignDatabases()
  const unreadable = createUnreadableItems('Kiro')
  return {
    name: kiro,
    displayName: nameAgent(kiro),
    async discover(place) {
      files.clear()
      stored.clear()
      unreadable.clear()
      const found = await findSessionFiles(sessionFolder(place))
      for (const { item, session } of found) files.set(item.id, session)
      const items = found.map(({ item }) => item)
      for (const database of databasePaths(place)) {
        if (bytesOf(database) > 0) items.push(...(await listDatabase(database)))
      }
      databases.close()
      return items.toSorted(byStart)
    },
    async *read(item) {
      unreadable.check(item)
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

  async function listDatabase(path: string): Promise<HistoryItem[]> {
    const modifiedAt = new Date((await findFile(path))?.modifiedMs ?? 0).toISOString()
    const inFiles = new Set([...files.values()].map(({ id }) => id))
    try {
      const conversations = listConversations(databases.open(path))
      return conversations
        .filter(({ id }) => !inFiles.has(id))
        .map((conversation) => {
          const { id, cwd, startedAt, updatedAt, bytes } = conversation
          const item = `${path} ${id}`
          stored.set(item, conversation)
          return {
            ...{ id: item, path, bytes, startedAt, project: cwd, sessions: 1 },
            fingerprint: `${updatedAt ?? ''} ${bytes}`,
            changedAt: updatedAt ?? modifiedAt,
          }
        })
    } catch (error) {
      return unreadable.add(path, error)
    }
  }
}

/** Early versions kept no times; the database was last changed later. */
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
