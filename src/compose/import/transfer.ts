/** What leaves the store as a file, and what comes back from one. */
import { join } from 'node:path'
import { readBundleLines, verifyBundle } from '../../adapters/bundles/read-bundle-file.ts'
import { bundleBytes } from '../../adapters/bundles/write-bundle.ts'
import { sha256 } from '../../adapters/ids.ts'
import { openBundleSnapshot } from '../../adapters/sqlite/bundle/read-bundle.ts'
import { type BundleContents, type BundleHeader, bundleFormat } from '../../contract/bundle.ts'
import { type BundleResult, importBundle } from '../../core/bundle/import-bundle.ts'
import { redactLine } from '../../core/bundle/redact-line.ts'
import { type ExportLine, type ExportOptions, exportData } from '../../core/export/export-data.ts'
import type { Redactor } from '../../core/ports/redactor.ts'
import type { Store } from '../../core/ports/store.ts'
import { pickProject } from '../../core/project/pick-project.ts'
import type { HomePaths } from '../../home/paths.ts'
import { systemClock } from '../surroundings.ts'
import { createFolderSync, type FolderSync } from './folder-sync.ts'
import { createMemoryTransfer, type MemoryTransfer } from './transfer-memories.ts'

export interface BundleWish {
  readonly contents: BundleContents
  /** Its id, identity or name. */
  readonly project?: string | undefined
  /** Redact again, with today's rules. */
  readonly redact: boolean
}

interface WrittenBundle {
  readonly header: BundleHeader
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface Transfer extends MemoryTransfer {
  readonly syncFolder: FolderSync
  /** @returns the id of a project by its id, identity or name. @throws ThroughlineError */
  findProject(reference: string | undefined): Promise<string | undefined>
  /** Everything as lines that say what they mean. */
  exportData(options: ExportOptions): AsyncIterable<ExportLine>
  /** The bytes are read from one moment of the store. */
  writeBundle(wish: BundleWish): Promise<WrittenBundle>
  /** @throws ThroughlineError if it is no whole bundle of a version that can be read */
  verifyBundle(file: string): Promise<BundleHeader>
  /** Only what `verifyBundle` has accepted. */
  importBundle(
    file: string,
    options: { readonly signal?: AbortSignal; readonly onLine?: () => void },
  ): Promise<BundleResult>
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
    async writeBundle({ contents, project: reference, redact }) {
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
      return { header, bytes: bundleBytes(header, lines()) }
    },
    verifyBundle,
    importBundle: (file, options) =>
      importBundle(readBundleLines(file), { store, hash: sha256 }, options),
  }
}
