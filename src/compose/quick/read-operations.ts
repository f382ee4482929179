/**
 * Reading operations straight on the database. Loads no schemas, redaction rules or log; what needs
 * them is left to `openLocal`.
 */
import { readInstructions } from '../../adapters/filesystem/host-files.ts'
import { createSpool, namesIn, spoolName } from '../../adapters/filesystem/spool.ts'
import { removePrivateSpans } from '../../adapters/redaction/private-spans.ts'
import { Database } from '../../adapters/sqlite/connection/database.ts'
import { databaseBytes } from '../../adapters/sqlite/connection/integrity.ts'
import { isCurrent } from '../../adapters/sqlite/connection/migrate.ts'
import { listMovedAside } from '../../adapters/sqlite/connection/open-database.ts'
import { createReadingStore } from '../../adapters/sqlite/reading-store.ts'
import type {
  InputOf,
  OperationHandlers,
  OperationName,
  OutputOf,
} from '../../contract/operations/index.ts'
import { readCallerNames } from '../../core/model/caller-names.ts'
import type { Memory } from '../../core/model/memory.ts'
import type { OperationPorts } from '../../core/operations.ts'
import type { ChangedFiles } from '../../core/ports/repository.ts'
import { pickProject } from '../../core/project/find-project.ts'
import { isMissingFolder, storedLocation } from '../../core/project/register.ts'
import { resolveProject } from '../../core/project/resolve.ts'
import { canWriteEvents, findLostDatabase } from '../../home/database-witness.ts'
import { readLostEvents } from '../../home/lost-events.ts'
import { homePaths } from '../../home/paths.ts'
import { projectPorts } from '../project-ports.ts'
import { projectSurroundings, systemClock, toFolderProject } from '../surroundings.ts'
import { hasDatabase, hasPlainProjects, readPlainConfig } from './plain-config.ts'

export interface QuickHome {
  readonly root: string
  readonly userHome: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface QuickOperations {
  /** @throws what the operation throws, and where it would have to write */
  run<Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>
  close(): void
}

/**
 * @param isFresh include events that wait in the spool, which only `openLocal` can store
 * @returns undefined if reading is not enough
 * @throws ThroughlineError if the database cannot be read
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
  const store = createReadingStore(database, { clock: systemClock, ids })
  const ports = projectPorts(ids)
  const rules = {
    ...projectSurroundings(userHome),
    claimedName: env.THROUGHLINE_PROJECT,
    useMarkers: true,
    markerWrites: 'refresh' as const,
  }
  const { projects } = store
  const lookUp = async (folder: string | undefined) =>
    folder === undefined
      ? { kind: 'enabled' as const }
      : storedLocation(await resolveProject(folder, rules, ports), { ...ports, projects })
  const paths = homePaths(root)
  const all: OperationPorts = {
    ...store,
    ...ports,
    reviews: {
      ...store.reviews,
      // The only write: the next review need not compare all memories again.
      async storeNearPairs(...compared) {
        database.exec('PRAGMA query_only = OFF')
        try {
          await store.reviews.storeNearPairs(...compared)
        } finally {
          database.exec('PRAGMA query_only = ON')
        }
      },
    },
    config: () => config,
    caller: readCallerNames(env).names,
    spool: createSpool(paths),
    redactor: { redact: keepWords, redactMember: needsMore } as never,
    indexing: { ...store, transaction: needsMore },
    utcOffsetMinutes: (time: Date) => -time.getTimezoneOffset(),
    databaseBytes: () => databaseBytes(database),
    damagedDatabases: () => listMovedAside(paths.database),
    lostEvents: () => readLostEvents(paths),
    lostDatabase: async () => findLostDatabase(paths, (await store.growth.sizesSince(''))[0]?.day),
    isWritable: () => canWriteEvents(paths),
    async projectOf(folder, { register }) {
      if (register) return needsMore()
      if (await isMissingFolder(folder, { ...ports, projects, lookUp })) return { kind: 'missing' }
      return toFolderProject(await lookUp(folder))
    },
    lookUp,
    findHost: needsMore,
    changedFiles: { read: readChangedFiles },
    withoutPrivate: removePrivateSpans,
    readInstructions,
    subscribers: () => config.subscribers,
    // For operations that write.
    ids,
    transaction: needsMore,
    eraseDeleted: needsMore,
    projectMerges: {} as never,
    fileChanges: { since: needsMore },
    look: {} as never,
    channel: { send: needsMore },
    settings: {} as never,
    deleting: {} as never,
    connectedHosts: needsMore,
    rebuild: needsMore,
    importControl: {} as never,
    wiki: {} as never,
    health: {} as never,
  }
  return {
    async run(name, input) {
      const handlers: Partial<OperationHandlers> = await loadGroup(name, all)
      return (handlers[name] ?? needsMore())(input)
    },
    close: () => database.close(),
  }
}

/** Loads as little as possible, because everything loaded must be compiled. */
async function loadGroup(
  name: OperationName,
  ports: OperationPorts,
): Promise<Partial<OperationHandlers>> {
  const { history, projects } = ports
  const findProject = async (reference: string) => pickProject(await projects.list(), reference)
  const findSession = async (reference: string) => {
    const id = await history.sessionId(reference)
    return id === undefined ? undefined : { id }
  }
  const { isSharedSession } = history
  const lookups = { findProject, findSession, isSharedSession }
  switch (name) {
    case 'listMemories':
    case 'listForgotten':
    case 'getMemory':
    case 'memoryHistory': {
      const { createMemoryReadOperations } = await import('../../core/memory/read-operations.ts')
      return createMemoryReadOperations({ ...ports, ...lookups })
    }
    case 'recall':
    case 'getTimeline': {
      const { createRecallOperations } = await import('../../core/recall/operations.ts')
      return createRecallOperations({ ...ports, scopes: { ...ports, ...lookups } })
    }
    case 'findIds': {
      const { createIdOperations } = await import('../../core/recall/find-ids.ts')
      return createIdOperations(ports)
    }
    case 'listSessions':
    case 'getSession':
    case 'getToolEvent': {
      const { createSessionOperations } = await import('../../core/digest/session-operations.ts')
      return createSessionOperations({ ...ports, findProject })
    }
    case 'getStatus':
    case 'listJobs': {
      const { createStatusOperations } = await import('../../core/growth/status-operations.ts')
      return createStatusOperations(ports)
    }
    case 'getOverview': {
      const { createOverviewOperations } = await import('../../core/growth/overview-operations.ts')
      const { readQueue } = await import('../../core/review/read-queue.ts')
      return createOverviewOperations({ ...ports, readReview: () => readQueue(undefined, ports) })
    }
    case 'getContext': {
      const { createContextOperations } = await import('../../core/context/operations.ts')
      const { findHostProtocol } = await import('../../adapters/hosts/hosts.ts')
      const { contextSettings } = await import('../../core/context/situation.ts')
      const settings = () => contextSettings(ports.config())
      return createContextOperations({
        ...ports,
        search: ports.indexing.search,
        findHost: findHostProtocol,
        settings,
        async recap(...asked) {
          const { createRecap } = await import('../../core/digest/recap/create-recap.ts')
          return createRecap(ports)(...asked)
        },
        findProject,
      })
    }
    case 'getContextStats': {
      const { createContextStatsOperations } = await import('../../core/context/use/stats.ts')
      return createContextStatsOperations({ ...ports, findProject })
    }
    case 'listReview': {
      const { listReview } = await import('../../core/review/list-review.ts')
      const whyWaiting = async (memory: Memory) => {
        const approval = await import('../../core/team/client/approval/approval.ts')
        return approval.whyWaiting(memory, ports.team)
      }
      return { listReview: (asked) => listReview(asked, { ...ports, findProject, whyWaiting }) }
    }
    case 'listLearned': {
      const { createLearnedOperations } = await import('../../core/recall/learned-operations.ts')
      return createLearnedOperations({ ...ports, findProject })
    }
    case 'listConsolidations': {
      const { createConsolidationOperations } = await import(
        '../../core/consolidation/operations.ts'
      )
      return createConsolidationOperations({ ...ports, findProject })
    }
    case 'getCost': {
      const { createCostOperations } = await import('../../core/ledger/operations.ts')
      const requireSession = async (id: string) => (await findSession(id)) ?? needsMore()
      return createCostOperations({ ...ports, findProject, findSession: requireSession })
    }
    case 'listProjects':
    case 'getProject': {
      const { createProjectOperations } = await import('../../core/project/operations.ts')
      return createProjectOperations({ ...ports, findProject })
    }
    case 'listSubscribers':
    case 'listDeliveries': {
      const { createSubscriberOperations } = await import('../../core/lifecycle/operations.ts')
      return createSubscriberOperations(ports)
    }
    default:
      return needsMore()
  }
}

const readChangedFiles: ChangedFiles['read'] = async (folder) => {
  const { createChangedFiles } = await import('../../adapters/git/changed-files.ts')
  return createChangedFiles().read(folder)
}

/** Redaction rules are slow to load, and never match an id or a few short words. */
function keepWords(text: string): string {
  const isPlain =
    /^([a-z]{1,16}([ ._-][a-z]{1,16}){0,3}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i
  return isPlain.test(text) ? text : needsMore()
}

function needsMore(): never {
  throw new Error('this takes more than reading')
}
