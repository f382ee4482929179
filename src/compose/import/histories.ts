/** Importing what agents kept of earlier sessions on this machine. */
import { createHistorySources } from '../../adapters/histories/sources.ts'
import { findHistories, type HistoryWish } from '../../core/import/find-histories.ts'
import {
  type FoundHistory,
  type ImportOptions,
  type ImportResult,
  importHistories,
} from '../../core/import/import-histories.ts'
import type { ImportPorts } from '../../core/import/import-ports.ts'
import { createRecordedPlaces, type PlacePorts } from '../../core/import/place-recorded.ts'
import type { ProjectStore } from '../../core/ports/project-store.ts'
import type { Environment } from '../../home/config.ts'

export interface Histories {
  /** The names that `wish.sources` may have. */
  readonly names: readonly string[]
  find(wish: HistoryWish): Promise<FoundHistory[]>
  import(found: readonly FoundHistory[], options: ImportOptions): Promise<ImportResult>
}

interface Surroundings {
  readonly userHome: string
  readonly env: Environment
}

export function createHistories(
  ports: Omit<ImportPorts, 'placeOf'>,
  places: PlacePorts,
  surroundings: Surroundings,
): Histories {
  const sources = createHistorySources()
  return {
    names: sources.map(({ name }) => name),
    async find(wish) {
      const folders = await projectFolders(places.projects, wish.cwd)
      return findHistories(sources, { ...surroundings, folders }, wish)
    },
    import: (found, options) =>
      importHistories(found, { ...ports, placeOf: createRecordedPlaces(places) }, options),
  }
}

/** Of the folder the user is in, and of every known project. */
export async function projectFolders(
  projects: Pick<ProjectStore, 'list'>,
  cwd: string | undefined,
): Promise<string[]> {
  const roots = (await projects.list()).map(({ root }) => root)
  return [...new Set([cwd, ...roots])].filter((folder) => folder !== undefined)
}
