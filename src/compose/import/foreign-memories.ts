/** Imports what other tools on this machine remember. */

import { readImportRun, writeImportRun } from '../../adapters/filesystem/run-files.ts'
import { createMemorySources } from '../../adapters/memory-sources/sources.ts'
import { claudeMemoryName } from '../../contract/vocabulary.ts'
import { findImportable, type ImportWish } from '../../core/import/find-importable.ts'
import { withMemories } from '../../core/import/import-meter.ts'
import { onlyNew, unplacedAmong, unreadableBy } from '../../core/import/known-items.ts'
import {
  type FoundMemories,
  importMemories,
  type MemoryImportResult,
  type MemoryProgress,
} from '../../core/import/memories/import-memories.ts'
import type { MemoryImportOptions } from '../../core/import/memories/import-memory-item.ts'
import type { MemoryImportPorts } from '../../core/import/memories/place-memory.ts'
import type { PlacePorts } from '../../core/import/place-recorded.ts'
import { pickProject } from '../../core/project/find-project.ts'
import type { Environment } from '../../home/config.ts'
import type { HomePaths } from '../../home/paths.ts'
import { repositoryFolderOf } from '../documents/agent-memory.ts'
import { systemClock } from '../surroundings.ts'
import { createPlacing, projectFolders } from './histories.ts'

export interface ForeignMemories {
  /** The valid names in `wish.sources`. */
  readonly names: readonly string[]
  readonly namesWithoutPlace: readonly string[]
  /** Skips what was imported before. What failed is retried only if named. */
  find(wish: ImportWish): Promise<FoundMemories[]>
  /** @throws ThroughlineError if the project `into` does not exist */
  import(
    found: readonly FoundMemories[],
    options: MemoryImportOptions & MemoryProgress,
  ): Promise<MemoryImportResult[]>
  isFollowing(): Promise<boolean>
  /** Reads memories again. */
  follow(signal: AbortSignal): Promise<void>
}

export function createForeignMemories(
  ports: Omit<MemoryImportPorts, 'placeOf' | 'repositoryOf'>,
  places: PlacePorts,
  { paths, ...surroundings }: { paths: HomePaths; userHome: string; env: Environment },
): ForeignMemories {
  const sources = createMemorySources()
  const projectId = async (reference: string) =>
    pickProject(await places.projects.list(), reference).id
  const foreign: ForeignMemories = {
    names: sources.map(({ name }) => name),
    namesWithoutPlace: sources.filter(({ needsPath }) => needsPath).map(({ name }) => name),
    async find(wish) {
      const folders = await projectFolders(places.projects, wish.cwd)
      const found = await findImportable(
        sources,
        { ...surroundings, folders, repositoryFolderOf },
        wish,
      )
      const projects = (await places.projects.list()).length
      const obstacles = [unreadableBy(ports.version), unplacedAmong(projects)]
      return onlyNew(found, ports, wish.sources ? [] : obstacles)
    },
    async import(found, { into, ...options }) {
      const project = into === undefined ? undefined : await projectId(into)
      const placing = { ...ports, ...(await createPlacing(places, surroundings)) }
      const results = await importMemories(found, placing, { ...options, into: project })
      endRun(paths.importRun, results, options.signal.aborted ? 'stopped' : 'done')
      return results
    },
    isFollowing: () => ports.store.imports.hasMemories(claudeMemoryName),
    async follow(signal) {
      await foreign.import(await foreign.find({ sources: [claudeMemoryName] }), { signal })
    },
  }
  return foreign
}

/**
 * Ends a run that imported sessions in this process. The daemon, which follows memories, has none.
 */
function endRun(
  file: string,
  results: readonly MemoryImportResult[],
  state: 'done' | 'stopped',
): void {
  const { pid, run } = readImportRun(file) ?? {}
  if (!run || pid !== process.pid || run.state !== 'running') return
  writeImportRun(file, { pid, run: withMemories(run, results, state, systemClock.now()) })
}
