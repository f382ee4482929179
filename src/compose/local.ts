/** The local runtime of daemon and CLI: the core on SQLite and the home folder. */
import { join } from 'node:path'
import { ensureHome } from '../adapters/filesystem/ensure-home.ts'
import { createLog } from '../adapters/filesystem/log.ts'
import { createSpool } from '../adapters/filesystem/spool.ts'
import { transcriptFiles } from '../adapters/filesystem/transcripts.ts'
import { findHostProtocol, hostProtocols } from '../adapters/hosts/protocols.ts'
import { createRedactor } from '../adapters/redaction/redactor.ts'
import { tryLock } from '../adapters/sqlite/process-lock.ts'
import { openStore, type Store } from '../adapters/sqlite/store.ts'
import { type Environment, watchConfig } from '../config.ts'
import { type Config, configSchema } from '../contract/config.ts'
import type { OperationHandlers } from '../contract/operations/index.ts'
import { type DrainParts, type DrainResult, drainSpool } from '../core/capture/drain.ts'
import { pruneCapture } from '../core/capture/prune.ts'
import { catchUpIndex } from '../core/indexing/index-history.ts'
import { type Rebuilt, rebuildIndex } from '../core/indexing/rebuild.ts'
import { pruneForgotten } from '../core/memory/forget-memory.ts'
import type { FolderProject } from '../core/memory/scope.ts'
import { createOperations } from '../core/operations.ts'
import type { HostProtocol } from '../core/ports/host.ts'
import type { Log } from '../core/ports/log.ts'
import type { Redactor } from '../core/ports/redactor.ts'
import type { Spool } from '../core/ports/spool.ts'
import { isProjectDisabled } from '../core/project/find-project.ts'
import { createPlaces, type Places } from '../core/project/places.ts'
import type { HomePaths } from '../home.ts'
import { createEmbeddings, type Embeddings } from './embeddings.ts'
import { projectPorts, projectSurroundings, sha256, systemClock } from './project-ports.ts'

export interface LocalOptions {
  readonly root: string
  readonly userHome: string
  readonly env: Environment
  /** Look through the database for damage first; the daemon does. */
  readonly verifyDatabase?: boolean
}

export interface Local {
  readonly paths: HomePaths
  /** The configuration as it is now; the file may change while we run. */
  readonly config: () => Config
  readonly store: Store
  readonly spool: Spool
  readonly places: Places
  readonly log: Log
  readonly redactor: Redactor
  readonly operations: OperationHandlers
  readonly embeddings: Embeddings
  readonly findHost: (name: string) => HostProtocol
  /** Whether what happens in this folder must leave no trace. Asks no database and writes nothing. */
  isDisabled(folder: string | undefined): Promise<boolean>
  /** @returns undefined when another process is draining */
  drain(signal: AbortSignal): Promise<DrainResult | undefined>
  prune(): Promise<void>
  /** Puts into the search index what was captured since. @returns how many documents */
  catchUpIndex(signal: AbortSignal): Promise<number>
  rebuildIndex(onProgress: (done: Rebuilt) => void): Promise<Rebuilt>
  close(): void
}

export { findHostProtocol, systemClock }

const drainBatchSize = 256

export async function openLocal(options: LocalOptions): Promise<Local> {
  const { root, userHome, env } = options
  const paths = ensureHome(root)
  const config = watchConfig(paths.config, env)
  const redactor = createRedactor()
  const log = openDaemonLog(paths, config().log)
  const store = await openStore({
    file: paths.database,
    backupFolder: paths.backups,
    keepBackups: config().backups.keep,
    clock: systemClock,
    verify: options.verifyDatabase === true,
  })
  const spool = createSpool(paths)
  const surroundings = projectSurroundings(userHome)
  const ports = projectPorts()
  const places = createPlaces({
    config,
    surroundings,
    ports,
    projects: store.projects,
    clock: systemClock,
    onNotice: (notice) => log.warn(notice),
  })
  const indexing = {
    source: store.historySource,
    search: store.search,
    queue: store.indexQueue,
  }
  const embeddings = createEmbeddings({ paths, config, env, redactor })
  const parts: DrainParts = {
    spool,
    store: store.capture,
    redactor,
    transcripts: transcriptFiles,
    findHost: (name) => hostProtocols.find((host) => host.name === name),
    placeOf: (envelope, cwd) => places.placeOf(cwd, envelope.project),
    hash: sha256,
    ids: store.ids,
    batchSize: drainBatchSize,
    indexQueue: store.indexQueue,
  }
  return {
    paths,
    config,
    store,
    spool,
    places,
    log,
    redactor,
    operations: createOperations({
      ...store,
      spool,
      redactor,
      indexing,
      findNear: async (question) => (embeddings.isOn() ? embeddings.findNear(question) : undefined),
      hash: sha256,
      clock: systemClock,
      databaseBytes: () => store.bytes(),
      projectOf: (folder, { register }) => projectOf(places, folder, register),
    }),
    embeddings,
    findHost: findHostProtocol,
    async isDisabled(folder) {
      if (!config().enabled) return true
      if (folder === undefined) return false
      const question = { folder, projectName: undefined, config: config(), surroundings, ports }
      return isProjectDisabled(question)
    },
    drain: (signal) => drainAlone(join(paths.run, 'drain.lock'), config, parts, signal),
    catchUpIndex: (signal) => catchUpIndex(indexing, signal),
    rebuildIndex: (onProgress) =>
      rebuildIndex({ ...indexing, memories: store.memories }, onProgress),
    async prune() {
      await pruneForgotten({ store: store.memories, clock: systemClock })
      await pruneCapture({
        capture: store.capture,
        jobs: store.jobs,
        spool,
        clock: systemClock,
        silenceHours: config().capture.silenceHours,
      })
    },
    close() {
      embeddings.close()
      store.close()
    },
  }
}

/** Looking makes no project known and leaves no marker; storing does. */
async function projectOf(
  places: Places,
  folder: string | undefined,
  register: boolean,
): Promise<FolderProject> {
  const place = await (register ? places.placeOf(folder, undefined) : places.lookUp(folder))
  if (place.kind === 'disabled') return place
  return place.projectId === undefined ? { kind: 'none' } : { kind: 'project', id: place.projectId }
}

/** @param settings by default those of a configuration that says nothing, or cannot be read */
export function openDaemonLog(paths: HomePaths, settings = configSchema.parse({}).log): Log {
  return createLog(join(paths.logs, 'daemon.log'), settings, createRedactor())
}

/** The lease on the spool: held by whoever drains it, for as long as that takes. */
async function drainAlone(
  lockFile: string,
  config: () => Config,
  parts: DrainParts,
  signal: AbortSignal,
): Promise<DrainResult | undefined> {
  if (!config().enabled) return { ingested: [], duplicates: 0, rejected: 0, postponed: 0 }
  const lease = tryLock(lockFile)
  if (!lease) return undefined
  try {
    return await drainSpool(parts, signal)
  } finally {
    lease.release()
  }
}
