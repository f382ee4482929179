/** OpenCode's history: a database, and before version 1.2 a tree of JSON files. Both may be there. */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { nameAgent } from '../../../contract/vocabulary.ts'
import type {
  HistoryItem,
  HistoryPlace,
  HistorySource,
} from '../../../core/ports/history-source.ts'
import {
  createForeignDatabases,
  type ForeignDatabases,
} from '../../foreign-files/foreign-database.ts'
import { byStart } from '../../foreign-files/found-files.ts'
import { createUnreadableItems } from '../shared/unreadable-items.ts'
import { opencode, readOpenCodeSession } from './read-session.ts'
import type { OpenCodeSession, OpenCodeStore } from './records.ts'
import { openDatabaseStore } from './store-database.ts'
import { openFileStore } from './store-files.ts'

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
