/** Importing what other tools on this machine remember. */
import { createMemorySources } from '../../adapters/memory-sources/sources.ts'
import type { HistoryWish } from '../../core/import/find-histories.ts'
import { findMemories } from '../../core/import/memories/find-memories.ts'
import {
  type FoundMemories,
  importMemories,
  type MemoryImportResult,
  type MemoryProgress,
} from '../../core/import/memories/import-memories.ts'
import type { MemoryImportOptions } from '../../core/import/memories/import-memory-item.ts'
import type { MemoryImportPorts } from '../../core/import/memories/memory-import-ports.ts'
import { createRecordedPlaces, type PlacePorts } from '../../core/import/place-recorded.ts'
import { pickProject } from '../../core/project/pick-project.ts'
import type { Environment } from '../../home/config.ts'
import { projectFolders } from './histories.ts'

export interface ForeignMemories {
  /** The names that `wish.sources` may have. */
  readonly names: readonly string[]
  find(wish: HistoryWish): Promise<FoundMemories[]>
  /** @throws ThroughlineError if there is no project `into` */
  import(
    found: readonly FoundMemories[],
    options: MemoryImportOptions & MemoryProgress,
  ): Promise<MemoryImportResult[]>
  /** Whether the user has imported what an agent remembers by itself. */
  isFollowing(): Promise<boolean>
  /** Reads it again. */
  follow(signal: AbortSignal): Promise<void>
}

const followed = 'claude-code-memory'

interface Surroundings {
  readonly userHome: string
  readonly env: Environment
}

export function createForeignMemories(
  ports: Omit<MemoryImportPorts, 'placeOf'>,
  places: PlacePorts,
  surroundings: Surroundings,
): ForeignMemories {
  const sources = createMemorySources()
  const projectId = async (reference: string) =>
    pickProject(await places.projects.list(), reference).id
  const foreign: ForeignMemories = {
    names: sources.map(({ name }) => name),
    async find(wish) {
      const folders = await projectFolders(places.projects, wish.cwd)
      return findMemories(sources, { ...surroundings, folders }, wish)
    },
    async import(found, { into, ...options }) {
      const project = into === undefined ? undefined : await projectId(into)
      const placing = { ...ports, placeOf: createRecordedPlaces(places) }
      return importMemories(found, placing, { ...options, into: project })
    },
    isFollowing: () => ports.store.imports.hasMemories(followed),
    async follow(signal) {
      await foreign.import(await foreign.find({ sources: [followed] }), { signal })
    },
  }
  return foreign
}
