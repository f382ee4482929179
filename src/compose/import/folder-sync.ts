/** Syncing through a folder, one process at a time. */
import { sha256 } from '../../adapters/ids.ts'
import { withLock } from '../../adapters/sqlite/connection/process-lock.ts'
import { openSyncFolder } from '../../adapters/sync-folder/sync-folder.ts'
import type { Redactor } from '../../core/ports/redactor.ts'
import type { Store } from '../../core/ports/store.ts'
import {
  type SyncOptions,
  type SyncResult,
  syncWithFolder,
} from '../../core/sync/sync-with-folder.ts'
import { systemClock } from '../surroundings.ts'

export type FolderSync = (path: string, options: SyncOptions) => Promise<SyncResult>

interface FolderSyncParts {
  readonly store: Store
  readonly redactor: Redactor
  readonly lockFile: string
}

const anotherRuns = {
  /** A sync with much to read takes about this long. */
  patienceMs: 10_000,
  message: 'another sync of this home is running',
  hint: 'try again when it has finished',
}

export function createFolderSync({ store, redactor, lockFile }: FolderSyncParts): FolderSync {
  const ports = { store, redactor, hash: sha256, ids: store.ids, clock: systemClock }
  return async (path, options) => {
    const folder = await openSyncFolder(path)
    return withLock(lockFile, anotherRuns, () => syncWithFolder(folder, ports, options))
  }
}
