/** Exports from the store to files, and imports from them. */
import { join } from 'node:path'
import {
  type AskPassphrase,
  bundleBytes,
  openBundleFile,
  readBundleLines,
  verifyBundle,
} from '../../adapters/bundles/bundle-file.ts'
import { encryptBytes } from '../../adapters/bundles/encryption.ts'
import { sha256 } from '../../adapters/ids.ts'
import { openBundleSnapshot } from '../../adapters/sqlite/bundle/read-bundle.ts'
import { withLock } from '../../adapters/sqlite/connection/process-lock.ts'
import { openSyncFolder } from '../../adapters/sync-folder/sync-folder.ts'
import { type BundleContents, type BundleHeader, bundleFormat } from '../../contract/bundle.ts'
import { redactLine } from '../../core/bundle/apply-line.ts'
import { type BundleResult, importBundle } from '../../core/bundle/import-bundle.ts'
import { type ExportLine, type ExportOptions, exportData } from '../../core/export/export-data.ts'
import type { Redactor } from '../../core/ports/redactor.ts'
import type { Store } from '../../core/ports/store.ts'
import { pickProject } from '../../core/project/find-project.ts'
import {
  type SyncOptions,
  type SyncResult,
  syncWithFolder,
} from '../../core/sync/sync-with-folder.ts'
import type { HomePaths } from '../../home/paths.ts'
import { systemClock } from '../surroundings.ts'
import { createMemoryTransfer, type MemoryTransfer } from './transfer-memories.ts'

interface BundleWish {
  readonly contents: BundleContents
  readonly project?: string | undefined
  /** Redact again, with the current rules. */
  readonly redact: boolean
  readonly passphrase?: string | undefined
}

interface WrittenBundle {
  readonly header: BundleHeader
  readonly bytes: AsyncIterable<Uint8Array>
}

interface OpenBundle {
  readonly header: BundleHeader
  import(options: {
    readonly signal?: AbortSignal
    readonly onLine?: () => void
  }): Promise<BundleResult>
}

export interface Transfer extends MemoryTransfer {
  readonly syncFolder: FolderSync
  /** @returns the id of a project by its id, identity or name. @throws ThroughlineError */
  findProject(reference: string | undefined): Promise<string | undefined>
  exportData(options: ExportOptions): AsyncIterable<ExportLine>
  /** The bytes come from one snapshot of the store. */
  writeBundle(wish: BundleWish): Promise<WrittenBundle>
  /**
   * Checks the whole file before anything is imported.
   * @param askPassphrase called only if the file is encrypted
   * @param mostTries how often to ask again after a wrong passphrase
   * @throws ThroughlineError if it is not a complete bundle of a readable version
   */
  openBundle(file: string, askPassphrase: AskPassphrase, mostTries?: number): Promise<OpenBundle>
}

interface TransferParts {
  readonly store: Store
  readonly paths: HomePaths
  readonly redactor: Redactor
}

export function createTransfer({ store, paths, redactor }: TransferParts): Transfer {
  const { database } = paths
  const pick = async (reference: string | undefined) =>
    reference === undefined ? undefined : pickProject(await store.projects.list(), reference)
  return {
    ...createMemoryTransfer({ store, database, redactor }),
    syncFolder: createFolderSync({ store, redactor, lockFile: join(paths.run, 'sync.lock') }),
    findProject: async (reference) => (await pick(reference))?.id,
    exportData: (options) => exportData({ ...store, clock: systemClock }, options),
    async writeBundle({ contents, project: reference, redact, passphrase }) {
      const project = await pick(reference)
      const snapshot = openBundleSnapshot(database)
      const selection = { contents, projectId: project?.id }
      const header: BundleHeader = {
        type: 'bundle',
        format: bundleFormat,
        contents,
        ...(project && { project: project.identity }),
        at: systemClock.now().toISOString(),
        counts: snapshot.counts(selection),
      }
      function* lines() {
        try {
          for (const line of snapshot.lines(selection)) {
            yield redact ? redactLine(line, redactor) : line
          }
        } finally {
          snapshot.close()
        }
      }
      const plain = bundleBytes(header, lines())
      return { header, bytes: passphrase === undefined ? plain : encryptBytes(plain, passphrase) }
    },
    async openBundle(file, askPassphrase, mostTries) {
      const bytes = await openBundleFile(file, askPassphrase, mostTries)
      return {
        header: await verifyBundle(file, bytes),
        import: (options) =>
          importBundle(readBundleLines(file, bytes), { store, hash: sha256 }, options),
      }
    },
  }
}

type FolderSync = (path: string, options: SyncOptions) => Promise<SyncResult>

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

/** Syncs through a folder, one process at a time. */
function createFolderSync({ store, redactor, lockFile }: FolderSyncParts): FolderSync {
  const ports = { store, redactor, hash: sha256, ids: store.ids, clock: systemClock }
  return async (path, options) => {
    const folder = await openSyncFolder(path)
    return withLock(lockFile, anotherRuns, () => syncWithFolder(folder, ports, options))
  }
}
