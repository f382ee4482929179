/** The local runtime of daemon and CLI: the core on SQLite and the home folder. */

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDataFiles } from '../adapters/data-files/data-files.ts'
import { measureFile, transcriptFiles } from '../adapters/filesystem/host-files.ts'
import { runMemoryChecks } from '../adapters/filesystem/run-checks.ts'
import { createInHandFile, openTriggerFiles } from '../adapters/filesystem/run-files.ts'
import { createSpool } from '../adapters/filesystem/spool.ts'
import { readBranchStates } from '../adapters/git/branches.ts'
import { createChangeReader } from '../adapters/git/changed-files.ts'
import { findLastChanges } from '../adapters/git/last-changes.ts'
import { findHostProtocol, hostProtocols } from '../adapters/hosts/hosts.ts'
import { sha256 } from '../adapters/ids.ts'
import { removePrivateSpans } from '../adapters/redaction/marker.ts'
import { createRedactor } from '../adapters/redaction/redactor.ts'
import { type DamageWatch, watchForDamage } from '../adapters/sqlite/connection/damage-watch.ts'
import { openStore } from '../adapters/sqlite/store.ts'
import { createTimeLimit } from '../adapters/time-limit.ts'
import type { Config } from '../contract/config.ts'
import type { OperationHandlers } from '../contract/operations/index.ts'
import { logSkippedTranscripts } from '../core/capture/complete-event.ts'
import type { DrainParts, DrainResult } from '../core/capture/drain.ts'
import { describeGuards } from '../core/context/guards/operations.ts'
import { createTriggers, type Triggers } from '../core/context/triggers.ts'
import { reportRetention } from '../core/deletion/retention.ts'
import { followFailures } from '../core/failures/follow-failures.ts'
import { catchUpIndex } from '../core/indexing/index-changes.ts'
import { skipWithoutSubscribers } from '../core/lifecycle/record-events.ts'
import type { CallerNames } from '../core/model/caller-names.ts'
import type { CaptureLocation } from '../core/model/host-event.ts'
import { lazily } from '../core/model/lazily.ts'
import { createAgentOperations, createOperations, type OperationPorts } from '../core/operations.ts'
import type { ReadRecentChanges } from '../core/ports/repository.ts'
import type { Runtime } from '../core/ports/runtime.ts'
import type { Spool } from '../core/ports/spool.ts'
import type { LocalStore, Store } from '../core/ports/store.ts'
import { isProjectDisabled } from '../core/project/find-project.ts'
import { createProjectLocator } from '../core/project/project-locator.ts'
import { isMissingFolder } from '../core/project/register.ts'
import type { AgentMemoryHandlers } from '../core/proposals/agent-operations.ts'
import { type Environment, watchConfig } from '../home/config.ts'
import { ensureHome } from '../home/ensure-home.ts'
import { prepareLostEvents } from '../home/lost-events.ts'
import type { HomePaths } from '../home/paths.ts'
import { readRestored } from '../home/restored-memories.ts'
import { openConnectedHosts } from './connected-hosts.ts'
import { type ContextAnswers, createContextAnswers } from './context.ts'
import { openDaemonLog } from './daemon-log.ts'
import { createPromote, type Promote } from './documents/promotion.ts'
import { createDocumentReader } from './documents/read-document.ts'
import { drainAlone } from './drain-alone.ts'
import { createEmbeddings, type Embeddings } from './embeddings.ts'
import { createExtraction, type Extraction, type ExtractionParts } from './extraction.ts'
import { createHealthPorts, databaseHealth, witnessDatabase } from './health.ts'
import { createImportControl } from './import/import-process.ts'
import { createImports, type Imports } from './import/imports.ts'
import { createTransfer, type Transfer } from './import/transfer.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import { projectPorts } from './project-ports.ts'
import { createRebuilding, type Rebuilding } from './rebuild.ts'
import { createSettings } from './settings.ts'
import {
  hostSurroundings,
  projectSurroundings,
  systemClock,
  toFolderProject,
} from './surroundings.ts'
import { createTeamSync, type TeamSync } from './team/team-sync.ts'
import { createWikis, type Wikis } from './wiki/wikis.ts'

export interface LocalOptions {
  readonly root: string
  readonly userHome: string
  readonly env: Environment
  /** From the requesting process; never the daemon's own, which answers for others. */
  readonly projectName?: string | undefined
  readonly caller?: CallerNames | undefined
  /** Check the database for damage first, like the daemon. */
  readonly verifyDatabase?: boolean
  readonly reader?: ExtractionParts['reader']
  /** Default: reads git. */
  readonly recentChanges?: ReadRecentChanges
}

export interface Local extends Imports, Pick<Runtime, 'log' | 'redactor'> {
  readonly paths: HomePaths
  /** The current configuration; the file may change while this process runs. */
  readonly config: () => Config
  /** For tests and measurements only; all entries use the members below. */
  readonly store: LocalStore
  /** The damaged database file that opening just replaced, and the number of memories saved. */
  readonly replacedDatabase: { readonly file: string; readonly savedMemories: number } | undefined
  isDatabaseInPlace(): boolean
  /** Calls back once if the database is damaged while open; the next start replaces it. */
  watchForDamage(onDamage: (finding: string) => void): DamageWatch
  /** Drops caches of the database. */
  releaseMemory(): void
  readonly spool: Spool
  /** Finds a folder's project without registering it or leaving a marker. */
  readonly lookUp: (folder: string | undefined) => Promise<CaptureLocation>
  /** Finds a folder's project, and registers a new one. */
  readonly placeOf: (folder: string | undefined) => Promise<CaptureLocation>
  readonly team: TeamSync
  readonly events: Pick<Store, 'changes' | 'history'>
  readonly operations: OperationHandlers
  /** For MCP: what only the user may change becomes a proposal. */
  readonly agentOperations: AgentMemoryHandlers
  readonly embeddings: Embeddings
  readonly jobs: Jobs
  readonly lifecycle: Lifecycle
  readonly wikis: Wikis
  readonly context: ContextAnswers
  readonly learning: Extraction['byHand']
  readonly findHost: typeof findHostProtocol
  readonly hosts: typeof hostProtocols
  /** Whether capture is off for this folder. Reads no database and writes nothing. */
  isDisabled(folder: string | undefined): Promise<boolean>
  /** @returns undefined while another process drains */
  drain(signal: AbortSignal): Promise<DrainResult | undefined>
  recordDatabaseSize(): Promise<void>
  /** Indexes what was captured since. @returns the number of documents */
  catchUpIndex(signal: AbortSignal): Promise<number>
  /** The lists by which hooks recognise what memories are about; only the daemon writes them. */
  readonly triggers: Triggers
  readonly rebuilding: Rebuilding
  readonly transfer: Transfer
  readonly promote: Promote
  close(): void
}

export { findHostProtocol, systemClock }

const drainBatchSize = 256
const drainLimitMs = 10_000
/** The largest payload takes about three seconds. */
const eventLimitMs = 20_000

export async function openLocal(options: LocalOptions): Promise<Local> {
  const { root, userHome, env, projectName, recentChanges = createChangeReader() } = options
  const paths = ensureHome(root)
  prepareLostEvents(paths)
  const config = watchConfig(paths.config, env)
  const redactor = createRedactor()
  const { redact } = redactor
  const log = openDaemonLog(paths, config().log)
  const store = await openStore({
    file: paths.database,
    backupFolder: paths.backups,
    keepBackups: config().backups.keep,
    clock: systemClock,
    verify: options.verifyDatabase === true && (existsSync(paths.damaged) ? 'whole' : true),
  })
  if (options.verifyDatabase) rmSync(paths.damaged, { force: true })
  const lifecycle = createLifecycle({ store, config, env, userHome, redactor, log })
  const spool = createSpool(paths)
  const readDocument = createDocumentReader({ userHome, env })
  const surroundings = projectSurroundings(userHome)
  const ports = projectPorts()
  const locator = createProjectLocator({
    ...{ config, surroundings, ports, projects: store.projects, clock: systemClock },
    redact,
    onNotice: (notice) => log.warn(notice),
  })
  const lookUp = (folder: string | undefined) => locator.lookUp(folder, projectName)
  const placeOf = (folder: string | undefined) => locator.placeOf(folder, projectName)
  const embeddings = createEmbeddings({ paths, config, env, redactor })
  const inHand = createInHandFile(paths.inHand)
  let isDraining = false
  const parts: DrainParts = {
    ...{ spool, redactor, inHand, measureFile, transcripts: transcriptFiles },
    store: skipWithoutSubscribers(store, lifecycle.subscribers),
    reportSkippedTranscript: logSkippedTranscripts(log),
    findHost: (name, payload) =>
      hostProtocols.some((host) => host.name === name)
        ? findHostProtocol(name, payload)
        : undefined,
    placeOf: (envelope, cwd) => locator.placeOf(cwd, envelope.project),
    ...{ hash: sha256, ids: store.ids, clock: systemClock, batchSize: drainBatchSize },
    timeLimit: createTimeLimit(eventLimitMs),
    extraction: () => config().learning,
  }
  const { repositories, realPath } = ports
  const rebuilding = createRebuilding(store, embeddings)
  const learning = { ...parts, ...options, config, store, repositories, log }
  const extraction = lazily(() => createExtraction(learning))
  const measuring = {
    clock: systemClock,
    utcOffsetMinutes: (time: Date) => -time.getTimezoneOffset(),
    databaseBytes: () => store.bytes(),
  }
  const drain = async (signal = AbortSignal.timeout(drainLimitMs)) => {
    isDraining = true
    try {
      const result = await drainAlone(join(paths.run, 'drain.lock'), config, parts, signal)
      if (result && result.ingested.length > 0) await jobs.remember(signal)
      return result
    } finally {
      isDraining = false
    }
  }
  const retention = {
    ...{ store, spool, ...measuring },
    settings: () => config().retention,
    usedBytes: () => store.usedBytes(),
  }
  const recordedPlaces = { locator, projects: store.projects, realPath, redact }
  const around = { paths, userHome, env, config }
  const imports = lazily(() => createImports({ ...parts, store }, recordedPlaces, around))
  const { record, ...found } = witnessDatabase({ paths, store, log, measuring })
  const wikis = lazily(() => createWikis({ ...around, store, redactor, log }))
  const team = lazily(() => createTeamSync({ paths, store, redactor, clock: systemClock }))
  const isDisabled = async (folder: string | undefined) => {
    if (!config().enabled) return true
    const place = { projectName: undefined, config: config(), surroundings, ports }
    return folder !== undefined && isProjectDisabled({ ...place, folder })
  }
  const jobs = lazily(() =>
    createJobs({
      ...{ paths, store, spool, config, embeddings, extraction, redactor, log, retention },
      ...{ foreignMemories: imports.foreignMemories, wikis },
      ...{ repositories, commitReader: ports.commits, isDisabled },
    }),
  )
  const triggers = createTriggers({ ...store, ...openTriggerFiles(paths) })
  const operationPorts: OperationPorts = {
    ...store,
    ...measuring,
    ...found,
    approvePerson: (...asked) => team.approve(...asked),
    config,
    caller: options.caller,
    ...{ spool, redactor, indexing: store, repositories, commitReader: ports.commits },
    findNear: async (question) => (embeddings.isOn() ? embeddings.findNear(question) : undefined),
    readMeanings: (ids) => embeddings.readMeanings(ids),
    hash: sha256,
    async projectOf(folder, { register }) {
      const { projects } = store
      if (await isMissingFolder(folder, { ...ports, projects, lookUp })) return { kind: 'missing' }
      const place = register ? placeOf(folder) : lookUp(folder)
      return toFolderProject(await place)
    },
    lookUp,
    findHost: (...asked) => findHostProtocol(...asked),
    guardHosts: () => hostProtocols.map(describeGuards),
    publishGuards: () => triggers.publishGuards(),
    withoutPrivate: removePrivateSpans,
    ...{ readDocument, recentChanges, findLastChanges, readBranchStates, runMemoryChecks },
    extraction: lazily(() => extraction.ports),
    subscribers: lifecycle.subscribers,
    sendEvent: lifecycle.sendEvent,
    settings: createSettings(paths),
    deleting: { ...retention, files: createDataFiles(paths), findHost: parts.findHost, drain },
    connectedHosts: () => openConnectedHosts(paths, hostSurroundings(userHome, env)),
    rebuild: rebuilding.all,
    importControl: lazily(() => createImportControl({ paths, userHome, env })),
    wiki: lazily(() => wikis.files),
    health: createHealthPorts({ paths, userHome, env }, async () => ({
      ...databaseHealth(paths, store),
      vectors: async () => (embeddings.isOn() ? embeddings.vectors() : undefined),
      spool,
      inHand,
      clock: systemClock,
      retention: () => reportRetention(retention),
      lostDatabase: found.lostDatabase,
      restored: () => readRestored(paths),
      readers: () => extraction.readers.all(),
    })),
  }
  const operations = createOperations(operationPorts)
  return {
    paths,
    config,
    store,
    replacedDatabase: store.movedAside
      ? { file: store.movedAside, savedMemories: store.salvaged }
      : undefined,
    isDatabaseInPlace: () => store.isStillOurs(),
    watchForDamage: (onDamage) =>
      watchForDamage(paths.database, (finding) => {
        writeFileSync(paths.damaged, finding, { mode: 0o600 })
        onDamage(finding)
      }),
    releaseMemory: () => store.shrink(),
    ...{ spool, lookUp, placeOf, log, redactor, operations, team, events: store },
    agentOperations: lazily(() => createAgentOperations(operationPorts)),
    ...{ embeddings, jobs, lifecycle, wikis, rebuilding },
    context: createContextAnswers({
      ...{ paths, store, locator, config, redactor, recentChanges, readDocument, embeddings },
      ...found,
    }),
    learning: lazily(() => extraction.byHand),
    findHost: (...asked) => findHostProtocol(...asked),
    hosts: lazily(() => hostProtocols),
    ...{ isDisabled, drain },
    async catchUpIndex(signal) {
      const indexed = await catchUpIndex(store, { signal })
      await followFailures(store, sha256, signal)
      return indexed
    },
    triggers,
    histories: lazily(() => imports.histories),
    foreignMemories: lazily(() => imports.foreignMemories),
    transfer: lazily(() => createTransfer({ store, paths, redactor })),
    audit: (wish) => imports.audit(wish),
    promote: (...asked) =>
      createPromote({ store, redactor, userHome, env, lookUp, operations })(...asked),
    recordDatabaseSize: record,
    close() {
      // A drain that an orderly stop interrupts did not die.
      if (isDraining) inHand.write({ ...inHand.read(), names: [] })
      embeddings.close()
      store.close()
    },
  }
}
