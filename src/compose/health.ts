/** What the health checks examine on this machine. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findProgramInUse } from '../adapters/installed-program/versions.ts'
import { listMovedAside } from '../adapters/sqlite/connection/open-database.ts'
import {
  openRepositoryWiki,
  openRepositoryWikiChoices,
  openRepositoryWikiStates,
} from '../adapters/wiki-folder/repository-wiki-folder.ts'
import { openWikiStates } from '../adapters/wiki-folder/wiki-states.ts'
import type { OutputOf } from '../contract/operations/index.ts'
import { mostPageBytes } from '../contract/vocabulary.ts'
import { recordDatabaseSize, type SizePorts } from '../core/growth/status-operations.ts'
import { checkHealth, type HealthPorts } from '../core/health/check-health.ts'
import type { StoreHealth } from '../core/health/check-store.ts'
import type { RepositoryWikiHealth } from '../core/health/health-check.ts'
import { countUnindexed } from '../core/indexing/index-changes.ts'
import type { Log } from '../core/ports/runtime.ts'
import type { LocalStore } from '../core/ports/store.ts'
import { findUnknownSettings, loadConfig } from '../home/config.ts'
import { canWriteEvents, findLostDatabase, keepWitness } from '../home/database-witness.ts'
import { ensureHome } from '../home/ensure-home.ts'
import { type Environment, switchOnHint } from '../home/environment.ts'
import { readLostEvents } from '../home/lost-events.ts'
import type { HomePaths } from '../home/paths.ts'
import { version } from '../home/version.ts'
import { openConnectedHosts } from './connected-hosts.ts'
import { readDaemonState } from './presence.ts'
import { hostSurroundings } from './surroundings.ts'

export interface HealthOptions {
  readonly paths: HomePaths
  readonly userHome: string
  readonly env: Environment
}

export function createHealthPorts(
  { paths, userHome, env }: HealthOptions,
  openStore: HealthPorts['openStore'],
): Omit<HealthPorts, 'getHosts'> {
  return {
    version,
    runtime: `Node ${process.versions.node}`,
    openHome: () => ensureHome(paths.root).root,
    readConfig: () => loadConfig(paths.config, env),
    unknownSettings: () => findUnknownSettings(paths.config),
    switchOnHint: switchOnHint({ env }),
    findDaemon: () => readDaemonState(paths),
    lostEvents: () => readLostEvents(paths),
    openStore,
    repositoryWikis: () => readRepositoryWikis(paths),
    damagedWikiStates: () => openWikiStates(paths.wikiStates).movedAside(),
    programInUse: () => findProgramInUse(paths),
    hookFile: paths.hook,
    connectedHosts: () => openConnectedHosts(paths, hostSurroundings(userHome, env)),
    async tryMcp() {
      const { openSetup } = await import('./setup.ts')
      return (await openSetup(paths)).tryMcp(env)
    },
    timeout: (ms) => AbortSignal.timeout(ms),
  }
}

export function databaseHealth(
  { database, backups, rejected }: HomePaths,
  store: LocalStore,
): Omit<
  StoreHealth,
  'spool' | 'inHand' | 'clock' | 'vectors' | 'readers' | 'retention' | 'lostDatabase' | 'restored'
> {
  const { search, memories, promotions, jobs, guards, movedAside } = store
  return {
    database: {
      ...{ file: database, backups, movedAside },
      checkIntegrity: () => store.checkIntegrity(),
      listDamaged: () => listMovedAside(database),
      newestBackup: () => newestIn(backups),
    },
    ...{ search, memories, promotions, jobs, guards },
    countUnindexed: () => countUnindexed(store),
    rejectedFolder: rejected,
  }
}

function newestIn(backups: string): string | undefined {
  const files = existsSync(backups)
    ? readdirSync(backups).filter((name) => name.endsWith('.db'))
    : []
  const byTime = files
    .map((name) => join(backups, name))
    .toSorted((one, other) => {
      return statSync(one).mtimeMs - statSync(other).mtimeMs
    })
  return byTime.at(-1)
}

interface WitnessParts {
  readonly paths: HomePaths
  readonly store: LocalStore
  readonly log: Log
  readonly measuring: Omit<SizePorts, 'growth'>
}

/** What may have gone wrong in this home. `record` stores what the database contains. */
export function witnessDatabase({ paths, store, log, measuring }: WitnessParts) {
  const firstDay = async () => (await store.growth.sizesSince(''))[0]?.day
  const lostDatabase = async () => findLostDatabase(paths, await firstDay())
  return {
    lostDatabase,
    isWritable: () => canWriteEvents(paths),
    lostEvents: () => readLostEvents(paths),
    damagedDatabases: () => listMovedAside(paths.database),
    async record(): Promise<void> {
      const lost = await lostDatabase()
      if (lost)
        log.error('the database was emptied or replaced; run throughline doctor', { ...lost })
      await recordDatabaseSize({ ...store, ...measuring })
      const since = await firstDay()
      if (lost || since === undefined) return
      const everything = { addresses: 'all', includeSuperseded: true } as const
      const { total: memories } = await store.memories.list(everything, { limit: 1, offset: 0 })
      const { sessions } = await store.history.totals()
      keepWitness(paths, { since, sessions, memories, at: measuring.clock.now().toISOString() })
    },
  }
}

/** @param error why the store could not be opened */
export function checkWithoutStore(
  options: HealthOptions,
  folder: string | undefined,
  error: unknown,
): Promise<OutputOf<'checkHealth'>> {
  const fail = () => Promise.reject(error)
  return checkHealth({ ...createHealthPorts(options, fail), getHosts: fail }, { folder })
}

/** The wikis in repositories, for the health checks. Reads no pages. */
async function readRepositoryWikis(
  paths: HomePaths,
): ReturnType<RepositoryWikiHealth['repositoryWikis']> {
  const states = openRepositoryWikiStates(paths.wikiStates)
  const chosen = Object.entries(await openRepositoryWikiChoices(paths.wikiStates).list())
  return Promise.all(
    chosen.map(async ([projectId, root]) => {
      const folder = openRepositoryWiki(root)
      const { location } = folder
      const fault = await folder.fault()
      if (fault !== undefined) return { location, problems: [fault] }
      const large = (await folder.list()).filter(({ bytes }) => bytes > mostPageBytes)
      const now = [
        ...(await folder.odd()).map((path) => ({ path, what: 'not a regular file, so not read' })),
        ...large.map(({ path }) => ({ path, what: 'larger than 1 MB, so not read' })),
      ]
      const known = new Set(now.map(({ path }) => path))
      const built = ((await states.read(projectId))?.problems ?? []).filter(
        ({ path }) => !known.has(path),
      )
      const problems = [...now, ...built].map(({ path, what }) => `${path}: ${what}`)
      return { location, problems }
    }),
  )
}
