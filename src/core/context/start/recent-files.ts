/** Files in work, as git sees them. What the last session changed says its digest. */
import { type ChangedFiles, noChanges } from '../../ports/repository.ts'

export interface RecentFilesPorts {
  readonly changedFiles: ChangedFiles
}

const mostFiles = 50

/** Uncommitted files come first, those of the last commits after them. */
export async function recentFiles(
  folder: string | undefined,
  { changedFiles }: RecentFilesPorts,
): Promise<string[]> {
  const changes = folder === undefined ? noChanges : await changedFiles.read(folder)
  const files = new Set([...changes.uncommitted, ...changes.committed])
  return [...files].slice(0, mostFiles)
}
