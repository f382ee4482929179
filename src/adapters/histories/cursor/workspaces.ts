/** Finds the folder of a session: the session itself names it only since version 3. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject } from '../../../core/model/json.ts'
import { listOf, objectOf, parseJson, stringOf } from '../../../core/model/json-values.ts'
import { pathOfUri } from '../../foreign-files/file-uris.ts'
import { bytesOf, openForeignDatabase } from '../../foreign-files/foreign-database.ts'
import { readSmallJson } from '../../foreign-files/small-files.ts'

export interface Workspaces {
  folderOf(sessionId: string, workspace: JsonObject): string | undefined
  /** Every folder that was ever opened. */
  readonly folders: readonly string[]
}

export async function findWorkspaces(userFolder: string): Promise<Workspaces> {
  const storage = join(userFolder, 'workspaceStorage')
  const byWorkspace = new Map<string, string>()
  const bySession = new Map<string, string>()
  for (const id of await readdir(storage).catch(() => [])) {
    const { folder } = objectOf(await readSmallJson(join(storage, id, 'workspace.json')))
    const path = pathOfUri(folder)
    if (path === undefined) continue
    byWorkspace.set(id, path)
    for (const session of sessionsIn(join(storage, id, 'state.vscdb'))) bySession.set(session, path)
  }
  return {
    folderOf(sessionId, { id, uri }) {
      const { fsPath, path } = objectOf(uri)
      const named = stringOf(fsPath) ?? stringOf(path) ?? byWorkspace.get(stringOf(id) ?? '')
      return named ?? bySession.get(sessionId)
    },
    folders: [...byWorkspace.values()],
  }
}

/** One key is read of a table that also holds tokens. */
function sessionsIn(path: string): string[] {
  if (bytesOf(path) === 0) return []
  try {
    const database = openForeignDatabase(path)
    try {
      const [row] = database.rows(
        `SELECT CAST(value AS TEXT) AS value FROM ItemTable WHERE key = 'composer.composerData'`,
      )
      const sessions = listOf(objectOf(parseJson(row?.value)).allComposers).map(objectOf)
      return sessions.flatMap(({ composerId }) => stringOf(composerId) ?? [])
    } finally {
      database.close()
    }
  } catch {
    // Without it the session has no project, but is all there.
    return []
  }
}
