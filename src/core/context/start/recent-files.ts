/** Files worked on last: changed in git, or by an agent in the project's last sessions. */
import type { History } from '../../ports/history.ts'
import { type ChangedFiles, noChanges } from '../../ports/repository.ts'
import type { SearchIndex } from '../../ports/search-index.ts'

export interface RecentFilesPorts {
  readonly changedFiles: ChangedFiles
  readonly history: Pick<History, 'lastSessionIds'>
  readonly search: Pick<SearchIndex, 'find'>
}

const lastSessions = 3
const mostFiles = 50

/** Uncommitted files come first, committed ones last. */
export async function recentFiles(
  { folder, projectId }: { folder: string | undefined; projectId: string | undefined },
  ports: RecentFilesPorts,
): Promise<string[]> {
  const changes = folder === undefined ? noChanges : await ports.changedFiles.read(folder)
  const touched = projectId === undefined ? [] : await touchedIn(projectId, ports)
  const files = new Set([...changes.uncommitted, ...touched, ...changes.committed])
  return [...files].slice(0, mostFiles)
}

async function touchedIn(
  projectId: string,
  { history, search }: RecentFilesPorts,
): Promise<string[]> {
  const ids = await history.lastSessionIds(projectId, lastSessions)
  const documents = await search.find(ids.map((id) => ({ type: 'session', id })))
  const filesOf = new Map(documents.map(({ id, files }) => [id, files]))
  return ids.flatMap((id) => filesOf.get(id)?.toReversed() ?? [])
}
