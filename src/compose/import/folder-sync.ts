/** Syncing through a folder, one process at a time. */
import { sha256 } from '../../adapters/ids.ts'
import { tryLock } from '../../adapters/sqlite/connection/process-lock.ts'
import { openSyncFolder } from '../../adapters/sync-folder/sync-folder.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { Redactor } from '../../core/ports/redactor.ts'
import type { Store } from '../../core/ports/store.ts'
import {
  type SyncOptions,
  type SyncResult,
  syncWithFolder,
} from '../../core/sync/sync-with-folder.ts'

export type FolderSync = (path: string, options: SyncOptions) => Promise<SyncResult>

interface FolderSyncParts {
  readonly store: Store
  readonly redactor: Redactor
  readonly lockFile: string
}

/** A sync with much to read takes about this long. */
const patienceMs = 10_000

export function createFolderSync({ store, redactor, lockFile }: FolderSyncParts): FolderSync {
  return async (path, options) => {
    const folder = await openSyncFolder(path)
    const lock = tryLock(lockFile, patienceMs)
    if (!lock) {
      throw new ThroughlineError('conflict', 'another sync of this home is running', {
        hint: 'try again when it has ended',
      })
    }
    try {
      return await syncWithFolder(
        folder,
        { store, redactor, hash: sha256, ids: store.ids },
        options,
      )
    } finally {
      lock.release()
    }
  }
}
