/**
 * The operations straight on the database, for reading. `openLocal` mostly loads schemas, redaction
 * rules and the log; this loads none of them and leaves to it whatever needs them.
 */
import { createProjectMarkers } from '../../adapters/filesystem/project-marker.ts'
import { realPath } from '../../adapters/filesystem/real-path.ts'
import { createSpool } from '../../adapters/filesystem/spool.ts'
import { namesIn, spoolName } from '../../adapters/filesystem/spool-scan.ts'
import { createChangedFiles } from '../../adapters/git/changed-files.ts'
import { createFileChanges } from '../../adapters/git/file-changes.ts'
import { createRepositoryReader } from '../../adapters/git/repository.ts'
import { findHostProtocol, hostProtocols } from '../../adapters/hosts/hosts.ts'
import { sha256 } from '../../adapters/ids.ts'
import { removePrivateSpans } from '../../adapters/redaction/private-spans.ts'
import { Database } from '../../adapters/sqlite/connection/database.ts'
import { databaseBytes } from '../../adapters/sqlite/connection/integrity.ts'
import { isCurrent } from '../../adapters/sqlite/connection/migrate.ts'
import { listMovedAside } from '../../adapters/sqlite/connection/open-database.ts'
import { readingStoreOn } from '../../adapters/sqlite/store.ts'
import type { OperationHandlers } from '../../contract/operations/index.ts'
import { createOperations } from '../../core/operations.ts'
import { isMissingFolder } from '../../core/project/project-locator.ts'
import { resolveProject } from '../../core/project/resolve.ts'
import { storedLocation } from '../../core/project/stored-location.ts'
import { homePaths } from '../../home/paths.ts'
import { projectSurroundings, systemClock, toFolderProject } from '../surroundings.ts'
import { hasDatabase, hasPlainProjects, readPlainConfig } from './plain-config.ts'

export { findHostProtocol, hostProtocols }

export interface QuickHome {
  readonly root: string
  readonly userHome: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface QuickOperations {
  readonly handlers: OperationHandlers
  close(): void
}

/**
 * A handler that would have to write, or misses something, throws.
 * @param isFresh events that wait in the spool are stored first, which takes `openLocal`
 * @returns undefined when there is more to do than to read
 * @throws ThroughlineError when the database cannot be read
 */
export async function openQuickOperations(
  home: QuickHome,
  { isFresh }: { readonly isFresh: boolean },
): Promise<QuickOperations | undefined> {
  const paths = homePaths(home.root)
  const config = hasDatabase(paths) ? readPlainConfig(paths, home.env) : undefined
  if (!config || !hasPlainProjects(config) || config.embeddings.provider !== 'off') return undefined
  if (isFresh && (await namesIn(paths.spool, spoolName)).length > 0) return undefined
  const database = new Database(paths.database, { patienceMs: 0, mustExist: true })
  try {
    if (isCurrent(database)) return operationsOn(database, home, config)
  } catch (error) {
    database.close()
    throw error
  }
  database.close()
  return undefined
}

function operationsOn(
  database: Database,
  { root, userHome, env }: QuickHome,
  config: NonNullable<ReturnType<typeof readPlainConfig>>,
): QuickOperations {
  database.exec('PRAGMA query_only = ON')
  const ids = { next: needsMore }
  const store = readingStoreOn(database, { clock: systemClock, ids }, needsMore)
  const ports = {
    repositories: createRepositoryReader(),
    markers: createProjectMarkers(),
    hash: sha256,
    realPath,
    clock: systemClock,
    ids,
  }
  const rules = {
    ...projectSurroundings(userHome),
    override: env.THROUGHLINE_PROJECT,
    useMarkers: true,
    markerWrites: 'refresh' as const,
  }
  const { projects } = store
  const lookUp = async (folder: string | undefined) =>
    folder === undefined
      ? { kind: 'enabled' as const }
      : storedLocation(await resolveProject(folder, rules, ports), projects)
  const paths = homePaths(root)
  const handlers = createOperations({
    ...store,
    ...ports,
    config: () => config,
    spool: createSpool(paths),
    redactor: { redact: keepWords, redactMember: needsMore } as never,
    indexing: store,
    utcOffsetMinutes: (time: Date) => -time.getTimezoneOffset(),
    databaseBytes: () => databaseBytes(database),
    damagedDatabases: () => listMovedAside(paths.database),
    async projectOf(folder, { register }) {
      if (register) return needsMore()
      if (await isMissingFolder(folder, { ...ports, projects, lookUp })) return { kind: 'missing' }
      return toFolderProject(await lookUp(folder))
    },
    lookUp,
    findHost: findHostProtocol,
    changedFiles: createChangedFiles({ env }),
    withoutPrivate: removePrivateSpans,
    fileChanges: createFileChanges({ env }),
    subscribers: () => config.subscribers,
    // The rest is for operations that write.
    look: {} as never,
    channel: { send: needsMore },
    settings: {} as never,
    connectedHosts: needsMore,
    rebuild: needsMore,
    health: {} as never,
  })
  return { handlers, close: () => database.close() }
}

/** The rules take long to load; none matches an id, or the few short words of a key or a name. */
function keepWords(text: string): string {
  const isPlain =
    /^([a-z]{1,16}([ ._-][a-z]{1,16}){0,3}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i
  return isPlain.test(text) ? text : needsMore()
}

function needsMore(): never {
  throw new Error('this takes more than reading')
}
