/** Importing what agents kept of earlier sessions on this machine. */
import { createHistorySources } from '../adapters/histories/sources.ts'
import { findHistories, type HistoryWish } from '../core/import/find-histories.ts'
import {
  type FoundHistory,
  type ImportOptions,
  type ImportResult,
  importHistories,
} from '../core/import/import-histories.ts'
import type { ImportPorts } from '../core/import/import-ports.ts'
import { createRecordedPlaces, type PlacePorts } from '../core/import/place-recorded.ts'
import type { Environment } from '../home/config.ts'

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
    find: (wish) => findHistories(sources, surroundings, wish),
    import: (found, options) =>
      importHistories(found, { ...ports, placeOf: createRecordedPlaces(places) }, options),
  }
}
