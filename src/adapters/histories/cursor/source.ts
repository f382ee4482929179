/** Cursor's history: one database for all sessions, and transcripts it exports of some. */

import { basename, join, sep } from 'node:path'
import { nameAgent } from '../../../contract/vocabulary.ts'
import type {
  HistoryItem,
  HistoryPlace,
  HistorySource,
} from '../../../core/ports/history-source.ts'
import { bytesOf, createForeignDatabases } from '../../foreign-files/foreign-database.ts'
import { byStart, findFiles, toItem } from '../../foreign-files/found-files.ts'
import { createUnreadableItems } from '../shared/unreadable-items.ts'
import { vscodeFolders } from '../shared/vscode-folders.ts'
import { type CursorSession, cursor, readCursorSession } from './read-session.ts'
import { readCursorTranscript } from './read-transcript.ts'
import { bubblesOf, listComposers, type StoredSession } from './session-database.ts'
import { findWorkspaces, type Workspaces } from './workspaces.ts'

interface FoundSession extends CursorSession {
  readonly path: string
}

export function createCursorSource(): HistorySource {
  const stored = new Map<string, FoundSession>()
  const transcripts = new Map<string, string | undefined>()
  const databases = createForeignDatabases()
  const unreadable = createUnreadableItems('Cursor')
  return {
    name: cursor,
    displayName: nameAgent(cursor),
    async discover(place) {
      stored.clear()
      transcripts.clear()
      unreadable.clear()
      const items: HistoryItem[] = []
      const folders = [...place.folders]
      for (const user of userFolders(place)) {
        const workspaces = await findWorkspaces(user)
        folders.push(...workspaces.folders)
        const database = join(user, 'globalStorage', 'state.vscdb')
        if (bytesOf(database) > 0) items.push(...(await listDatabase(database, workspaces)))
      }
      databases.close()
      items.push(...(await listTranscripts(place, folders)))
      return items.toSorted(byStart)
    },
    async *read(item) {
      unreadable.check(item)
      const session = stored.get(item.id)
      if (session)
        yield* readCursorSession(session, bubblesOf(databases.open(session.path), session.id))
      else yield* readCursorTranscript(item, transcriptId(item.path), transcripts.get(item.id))
    },
    close: databases.close,
  }

  async function listDatabase(path: string, workspaces: Workspaces): Promise<HistoryItem[]> {
    try {
      const sessions = listComposers(databases.open(path)).filter(({ bubbles }) => bubbles > 0)
      const bytes = Math.round(bytesOf(path) / Math.max(1, sessions.length))
      const parents = new Map(
        sessions.flatMap(({ id, children }) => children.map((child) => [child, id] as const)),
      )
      return sessions.map((session) => {
        const { id, startedAt, model, workspace } = session
        const cwd = workspaces.folderOf(id, workspace)
        const found = { path, id, parentId: parents.get(id), cwd, startedAt, model }
        const item = storedItem(session, found, bytes)
        stored.set(item.id, found)
        return item
      })
    } catch (error) {
      return unreadable.add(path, error)
    }
  }

  /** What is in the database as well is read from there. */
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

function storedItem(
  { id, startedAt, updatedAt, bubbles }: StoredSession,
  { path, cwd, parentId }: FoundSession,
  bytes: number,
): HistoryItem {
  return {
    id: `${path} ${id}`,
    path,
    bytes,
    fingerprint: `${updatedAt ?? ''} ${bubbles}`,
    startedAt,
    changedAt: updatedAt ?? startedAt,
    project: cwd,
    sessions: parentId === undefined ? 1 : 0,
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

/** The name of the folder is made of the path, and many paths make the same. */
function folderNamed(slug: string, folders: readonly string[]): string | undefined {
  const named = new Set(folders.filter((folder) => slugOf(folder) === slug))
  return named.size === 1 ? [...named][0] : undefined
}

const slugOf = (folder: string) => folder.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')
