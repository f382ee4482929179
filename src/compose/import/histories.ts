/** Imports agents' records of earlier sessions on this machine. */
import { join } from 'node:path'
import { writeImportRun } from '../../adapters/filesystem/run-files.ts'
import { createHistorySources } from '../../adapters/histories/sources.ts'
import { withLock } from '../../adapters/sqlite/connection/process-lock.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { ImportRun } from '../../contract/operations/import.ts'
import {
  findImportable,
  type ImportPorts,
  type ImportWish,
} from '../../core/import/find-importable.ts'
import {
  type FoundHistory,
  type ImportResult,
  importHistories,
} from '../../core/import/import-histories.ts'
import { createImportMeter } from '../../core/import/import-meter.ts'
import { onlyNew, unreadableBy } from '../../core/import/known-items.ts'
import {
  createRecordedPlaces,
  createRepositoryOf,
  type IsWanted,
  onlyProjectOf,
  type PlacePorts,
} from '../../core/import/place-recorded.ts'
import type { ProjectStore } from '../../core/ports/projects.ts'
import { isMissingFolder } from '../../core/project/register.ts'
import type { Environment } from '../../home/config.ts'
import type { HomePaths } from '../../home/paths.ts'

export interface Histories {
  /** The valid names in `wish.sources`. */
  readonly names: readonly string[]
  /** Skips what was imported before. What failed is retried only if named. */
  find(wish: ImportWish): Promise<FoundHistory[]>
  /**
   * @throws ThroughlineError `conflict` while another import of this home runs; `not-found` if
   * `options.project` is a folder that neither exists nor had a session
   */
  import(found: readonly FoundHistory[], options: RunOptions): Promise<ImportResult>
  /** @throws ThroughlineError `not-found` for a folder that neither exists nor has a project */
  requireFolder(folder: string): Promise<void>
}

interface RunOptions {
  readonly signal: AbortSignal
  readonly project?: string | undefined
  /** Memories are imported next, in the same run. */
  readonly hasMemories?: boolean
  readonly onProgress?: ((run: ImportRun) => void) | undefined
}

interface Surroundings {
  readonly paths: HomePaths
  readonly userHome: string
  readonly env: Environment
}

export function createHistories(
  ports: Omit<ImportPorts, 'placeOf' | 'repositoryOf'>,
  places: PlacePorts,
  surroundings: Surroundings,
): Histories {
  const sources = createHistorySources()
  const requireFolder = (folder: string) => requireKnownFolder(folder, places)
  return {
    requireFolder,
    names: sources.map(({ name }) => name),
    async find(wish) {
      const folders = await projectFolders(places.projects, wish.cwd)
      const found = await findImportable(sources, { ...surroundings, folders }, wish)
      return onlyNew(found, ports, wish.sources ? [] : [unreadableBy(ports.version)])
    },
    import: (found, options) =>
      withLock(join(surroundings.paths.run, 'import.lock'), anotherRuns, async () => {
        const isWanted = await wishOf(options.project, places)
        const placing = { ...ports, ...(await createPlacing(places, surroundings)) }
        const result = await runImport(found, placing, { ...options, isWanted }, surroundings)
        const foundNothing = result.sessions.size + result.known === 0 && !options.signal.aborted
        if (foundNothing && options.project !== undefined) await requireFolder(options.project)
        return result
      }),
  }
}

async function wishOf(
  folder: string | undefined,
  places: PlacePorts,
): Promise<IsWanted | undefined> {
  if (folder === undefined) return undefined
  const isWanted = await onlyProjectOf(folder, places)
  if (isWanted) return isWanted
  throw new ThroughlineError('invalid-input', `${folder} belongs to no project`, {
    hint: 'name a folder of the project, such as its clone',
  })
}

async function requireKnownFolder(folder: string, places: PlacePorts): Promise<void> {
  const lookUp = (each: string) => places.locator.lookUp(each)
  if (!(await isMissingFolder(folder, { ...places, lookUp }))) return
  throw new ThroughlineError(
    'not-found',
    `there is no folder ${folder}, and no new session ran in it`,
    { hint: 'check the spelling of --project, or leave it out to import every project' },
  )
}

const anotherRuns = {
  message: 'another import is running',
  hint: 'throughline dashboard shows its progress',
}

/** Other processes need no faster updates. */
const reportEveryMs = 300

async function runImport(
  found: readonly FoundHistory[],
  ports: ImportPorts,
  {
    signal,
    onProgress,
    isWanted,
    hasMemories,
  }: RunOptions & { readonly isWanted: IsWanted | undefined },
  { paths }: Surroundings,
): Promise<ImportResult> {
  const now = () => ports.clock.now()
  const meter = createImportMeter(found, now())
  const write = (run: ImportRun) => writeImportRun(paths.importRun, { pid: process.pid, run })
  let toldAt = now().getTime()
  write(meter.begin(now()))
  const result = await importHistories(found, ports, {
    signal,
    isWanted,
    onItem(item, soFar) {
      const at = now()
      const run = meter.passed(item, soFar, at)
      onProgress?.(run)
      if (at.getTime() - toldAt < reportEveryMs) return
      toldAt = at.getTime()
      write(run)
    },
  })
  const state = signal.aborted ? 'stopped' : hasMemories ? 'running' : 'done'
  write(meter.end(state, result, now()))
  return result
}

/** How an import finds the project of what it reads, and whether a repository wrote it. */
export async function createPlacing(
  places: PlacePorts,
  { userHome }: { readonly userHome: string },
) {
  const folders = await projectFolders(places.projects, undefined)
  return {
    placeOf: createRecordedPlaces(places),
    repositoryOf: await createRepositoryOf(folders, { ...places, userHome }),
  }
}

/** The current folder, and those of every known project. */
export async function projectFolders(
  projects: Pick<ProjectStore, 'list'>,
  cwd: string | undefined,
): Promise<string[]> {
  const roots = (await projects.list()).map(({ root }) => root)
  return [...new Set([cwd, ...roots])].filter((folder) => folder !== undefined)
}
