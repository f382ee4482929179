/** Finds what can be imported on this machine: agents' histories, and other tools' memories. */
import type { ImportHandlers } from '../../contract/operations/import.ts'
import type { IngestTools } from '../capture/ingest.ts'
import type { CaptureLocation } from '../model/host-event.ts'
import type { HistoryPlace, ImportControl } from '../ports/history-source.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { Runtime } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import type { RecordedPlace, RepositoryOf } from './place-recorded.ts'

/** What the user asked for; default: everything found. */
export interface ImportWish {
  readonly sources?: readonly string[] | undefined
  readonly path?: string | undefined
  /** The folder in which the command runs. */
  readonly cwd?: string | undefined
  readonly since?: string | undefined
}

interface Source<Item> {
  readonly name: string
  /** Found only at a path from the user. */
  readonly needsPath?: boolean
  discover(place: HistoryPlace): Promise<readonly Item[]>
}

/** @returns the sources with items */
export async function findImportable<
  Item extends { readonly changedAt?: string | undefined },
  From extends Source<Item>,
>(
  sources: readonly (From & Source<Item>)[],
  surroundings: Omit<HistoryPlace, 'path'>,
  { sources: wanted, path, since }: ImportWish,
): Promise<{ readonly source: From; readonly items: readonly Item[] }[]> {
  const found: { source: From; items: Item[] }[] = []
  for (const source of sources) {
    if (wanted && !wanted.includes(source.name)) continue
    if (source.needsPath && path === undefined) continue
    const items = await source.discover({ ...surroundings, path })
    const recent = items.filter(
      ({ changedAt }) => since === undefined || changedAt === undefined || changedAt >= since,
    )
    if (recent.length > 0) found.push({ source, items: recent })
  }
  return found
}

export function createImportOperations(
  imports: ImportControl,
  memories: Pick<MemoryStore, 'countTaughtSince'>,
): ImportHandlers {
  return {
    findImports: () => imports.find(),
    async getImport() {
      const run = imports.current()
      return run ? { run, learned: await memories.countTaughtSince(run.startedAt) } : {}
    },
    async startImport({ sources }) {
      if (imports.current()?.state !== 'running') await imports.start(sources)
      return { run: imports.current() }
    },
  }
}

export interface ImportPorts extends IngestTools, Pick<Runtime, 'redactor' | 'clock'> {
  readonly store: Pick<Store, 'transaction' | 'imports'>
  readonly placeOf: (recorded: RecordedPlace) => Promise<CaptureLocation>
  readonly repositoryOf: RepositoryOf
  readonly version: string
}
